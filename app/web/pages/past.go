package pages

import (
	"net/http"

	"devservers/app/web/wire"
	"devservers/views"
	"devservers/views/lines"
)

// Search leads to the page of logs, which searches all runs: the address of earlier versions.
func (p Pages) Search(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	to := lines.Ask{Text: q.Get("q"), Regex: q.Get("regex") == "1", Case: q.Get("case") == "1", Since: q.Get("since"), Context: 2}
	base := "/logs"
	if project := q.Get("project"); project != "" {
		base = views.ProjectPath(project) + "/logs"
	}
	return wire.Redirect(w, http.StatusFound, base+"?"+to.Query().Encode())
}
