package why

import (
	"cmp"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// answers requests a page of a ready server with which nothing else is known to be wrong, and claims that it fails if
// it answers 500 or more: that a server listens says nothing of its pages.
func (x *examination) answers() {
	st, check := x.Status, x.Server.Check
	if len(x.list) > 0 || st.State != app.Ready || check.Off || !strings.HasPrefix(st.URL, "http://") {
		return
	}
	path := cmp.Or(check.HTTP, check.Browser, x.Server.Ready.Page(), "/")
	page := strings.TrimSuffix(st.URL, "/") + path
	status, said := x.pages.said(x.ctx, page)
	if status == 0 {
		return
	}
	c := x.of(app.FindingCode).Is("GET %s answers %s", app.Known(path), app.Number(status))
	c.See("request", "our request for %s got %s", app.Known(path), app.Number(status))
	if said != "" {
		c.Quote(app.OwnerOf(app.Known(page)), 0, app.Print(words.FirstLine(said)))
	}
	x.add(c.Correct("read the answer: curl -i %s", app.Known(page)))
}
