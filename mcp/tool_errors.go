package mcp

import (
	"fmt"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/edits"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

type errorsArgs struct {
	ofServers
	Since    string `arg:"since" about:"last (since your last call), a cursor, or how long ago: 5m"`
	Warnings bool   `arg:"warnings"`
}

var getErrors = taking(tool{
	name: "get_errors", title: "Read errors",
	about: "Current errors in the output: message, file:line, count.",
	reads: true,
}, (*call).errors)

func (c *call) errors(a errorsArgs) (any, error) {
	if a.Since == "edit" {
		return c.check(checking{ofServers: a.ofServers})
	}
	if a.Since == "start" {
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
		page = masked(c, page)
		if head.Len()+body.Len() > render.MostBytes-render.ErrorsRest {
			c.note("left out: " + st.Ref().String() + " and what follows it; name a server or project")
			break
		}
		c.callers.Reached(c.caller, digestOf(st), page.Cursor)
		found += len(page.Errors)
		if page.Skipped > 0 {
			c.note(words.Count(int(page.Skipped), "line") + " of " + st.Ref().String() + " were not read for errors; " +
				"get_server_logs with level=error looks at all of them")
		}
		if len(page.Errors) > 0 || page.Built != nil || a.Server != "" || st.State == app.Failed {
			render.ServerErrors(&head, &body, st, page, m, c.visit.Viewer(st.ViewerURL))
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
	if run, seq, err := app.ParseCursor(a.Since); err == nil && strings.Contains(a.Since, ":") {
		q.Run, q.After = run, seq
		return q, session.KeptRun(c.sup.Kept.IDs(st.Ref()), st.Ref(), run)
	}
	if q.Since, err = app.ParseTime(time.Now(), a.Since); err != nil {
		err = unreadSince("last, start, a cursor", err)
	}
	return q, err
}

// unreadSince returns the error of a since that is nothing of what it may be.
func unreadSince(forms string, err error) error {
	return app.Failf(app.CodeInvalid, "since is "+forms+", or how long ago: 90s, 5m, 2h", "since cannot be read: %s", err)
}

// digestOf returns where a reader of errors is remembered, apart from its place as a reader of lines.
func digestOf(st app.Status) app.Ref { return app.Ref{Project: st.Project, Name: st.Name + " errors"} }
