package mcp

import (
	"fmt"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/edits"
	"devservers/mcp/render"
)

type errorsArgs struct {
	ofServers
	Since    string `arg:"since" about:"edit (what your last edit broke and fixed; sends a GET), last (since your last call), or how long ago: 5m"`
	Warnings bool   `arg:"warnings"`
	Browser  string `arg:"browser" about:"with edit: a path; errors, picture"`
}

var getErrors = taking(tool{
	name: "get_errors", title: "Read errors",
	about: "Current errors in the output: message, file:line, count. Call it after an edit.",
	reads: true,
}, (*call).errors)

func (c *call) errors(a errorsArgs) (any, error) {
	switch {
	case a.Browser != "" && (a.Since != "edit" || !strings.HasPrefix(a.Browser, "/")):
		return nil, app.Failf(app.CodeInvalid, "use since=edit and browser=/",
			"browser is the path of a page, and needs since=edit")
	case a.Since == "edit":
		return c.edited(a.Server, a.Browser)
	case a.Since == "start":
		a.Since = ""
	}
	servers, err := c.Finder.All(a.Server)
	if err != nil {
		return nil, err
	}
	var head, body strings.Builder
	m, found := render.NewMark(), 0
	for _, st := range servers {
		if st.Run == "" {
			continue
		}
		q, err := c.errorQuery(st, a)
		if err != nil {
			return nil, err
		}
		page, err := c.edits.Errors(c.ctx, q)
		if err != nil {
			return nil, err
		}
		if head.Len()+body.Len() > render.MostBytes {
			c.note("left out: " + st.Ref().String() + " and what follows it; name a server or project")
			break
		}
		c.callers.Reached(c.caller, digestOf(st), page.Cursor)
		found += len(page.Errors)
		if page.Skipped > 0 {
			c.note("lines of " + st.Ref().String() + " came too fast to be read for errors; get_server_logs with level=error " +
				"looks at all of them")
		}
		if len(page.Errors) > 0 || page.Built != nil || a.Server != "" || st.EndedByItself() {
			c.writeErrors(&head, &body, st, page, m)
		}
	}
	if head.Len() == 0 {
		fmt.Fprintf(&head, "%s; viewer_url: %s/\n", words.Count(len(servers), "server")+" and tasks", c.visit.Base)
	}
	return render.ErrorsText(head.String(), body.String(), m, found, true), nil
}

func (c *call) errorQuery(st app.Status, a errorsArgs) (q edits.ErrorQuery, err error) {
	q = edits.ErrorQuery{Ref: st.Ref(), Warnings: a.Warnings, Limit: render.ErrorsShown}
	if a.Since == "last" {
		at := c.callers.Cursor(c.caller, digestOf(st))
		if run, seq, err := app.ParseCursor(at); err == nil && run == st.Run {
			q.After = seq
		}
		return q, nil
	}
	if q.Since, err = app.ParseTime(time.Now(), a.Since); err != nil {
		err = &app.Error{Code: app.CodeInvalid, Detail: "since cannot be read: " + err.Error(),
			Hint: "since is edit, last, start, or how long ago: 90s, 5m, 2h"}
	}
	return q, err
}

// digestOf returns where a reader of errors is remembered, apart from its place as a reader of lines.
func digestOf(st app.Status) app.Ref { return app.Ref{Project: st.Project, Name: st.Name + " errors"} }

// writeErrors writes our words into the head, and the server's into the body.
func (c *call) writeErrors(head, body *strings.Builder, st app.Status, p edits.ErrorPage, m render.Mark) {
	now, fixed := 0, 0
	for _, e := range p.Errors {
		if e.Fixed {
			fixed++
		} else if e.Current() {
			now++
		}
	}
	fmt.Fprintf(head, "%s %s, run %s: %s, %d fixed", st.Ref(), words.Is(string(st.State)), p.Run,
		words.Count(now, "error"), fixed)
	if p.Built != nil {
		fmt.Fprintf(head, "; last build: %s %s", p.Built.State, words.Ago(time.Since(p.Built.At)))
	}
	fmt.Fprintf(head, "\nviewer_url: %s\n", c.visit.Viewer(st.ViewerURL))
	if p.Left != "" {
		fmt.Fprintf(head, "left out: %s\n", p.Left)
	}
	if len(p.Errors) > 0 {
		m.Head(body, "%s", st.Ref())
	}
	render.WriteErrors(body, p.Errors, "")
}
