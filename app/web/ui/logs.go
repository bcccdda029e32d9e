package ui

import (
	"net/http"
	"net/url"
	"time"

	"devservers/app"
	"devservers/app/logs"
	"devservers/app/supervisor"
	"devservers/app/web/wire"
	"devservers/views/lines"
)

// The sizes of the page of logs, in lines, and how long it may search before it is drawn. The rest follows later.
const (
	logsPatience = 400 * time.Millisecond
	logsFirst    = 500
	logsPart     = 500
	logsContext  = 250 // on each side of a line
)

// Logs draws the pages of merged lines.
type Logs struct {
	sup    *supervisor.Supervisor
	reader *logs.Logs
	frame  frame
	places places
}

// Page shows the lines of all servers of a project, or of all projects: the newest ones, those before a place, or those
// around one line.
func (p Logs) Page(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	l := p.read(ref.Project, r.URL.Query())
	v := l.drawn(r)
	title := "Logs"
	if ref.Project != "" {
		title = "Logs of " + ref.Project
	}
	v.Shell = p.frame.of(ref.Project, title, "logs")
	v.Shell.Styles, v.Shell.Modules = []string{"logs.css"}, []string{"js/logs.js", "js/logs-page.js", "js/logs-strip.js", "js/logs-line.js"}
	v.Shell.Stream = streamAddress(v.Shell)
	after := v.Page.After.String()
	if v.Ask.Beside != "" {
		beside := p.beside(ref.Project, l).drawn(r)
		v.Beside = &beside
		after += "|" + beside.Page.After.String()
	}
	if v.Ask.Line != "" {
		line, err := l.line(r, v.Ask.Line)
		if err != nil {
			return err
		}
		v.Line = &line
	}
	if v.Live() {
		v.Shell.Stream = streamAddress(v.Shell, "logs") + "&" + url.Values{
			"logs": {v.Ask.Query().Encode()}, "logs-after": {after},
		}.Encode()
	}
	return wire.WritePage(w, r, http.StatusOK, lines.Page(v))
}

// drawn reads what the page begins with, and returns it.
func (l *logsRequest) drawn(r *http.Request) lines.View {
	if l.view.Problem == "" {
		if err := l.first(r); err != nil {
			l.view.Problem = wire.Known(err).Detail
		}
	}
	l.view.Page = l.page
	return l.view
}

// beside returns the request of the second pane: another server with the same filter.
func (p Logs) beside(project string, l *logsRequest) *logsRequest {
	q := l.view.Ask.Query()
	q.Set("server", q.Get("beside"))
	for _, name := range []string{"at", "before", "line"} {
		q.Del(name)
	}
	return p.read(project, q)
}

// logsRequest is a request for merged lines: which ones, and how they are drawn.
type logsRequest struct {
	Logs
	query logs.Query
	view  lines.View
	page  app.MergedPage
}

// first reads what the page begins with.
func (l *logsRequest) first(r *http.Request) (err error) {
	ask := l.view.Ask
	if ask.At != "" {
		return l.around(r, ask.At)
	}
	l.query.Limit, l.query.Budget = logsFirst, logsPatience
	l.page, err = l.reader.ReadMerged(r.Context(), l.query)
	return err
}

// around reads the lines on both sides of run:seq.
func (l *logsRequest) around(r *http.Request, cursor string) error {
	run, seq, err := app.ParseCursor(cursor)
	if err != nil {
		return err
	}
	ref, err := l.reader.Owner(l.query.Projects, run)
	if err != nil {
		return err
	}
	at, err := l.reader.Around(l.query, ref, run, seq)
	if err != nil {
		return err
	}
	l.query.At, l.query.Limit = at, logsContext
	before, err := l.reader.ReadMerged(r.Context(), l.query)
	if err != nil {
		return err
	}
	l.query.Direction = logs.Forward
	after, err := l.reader.ReadMerged(r.Context(), l.query)
	if err != nil {
		return err
	}
	before.Lines, before.After = append(before.Lines, after.Lines...), after.After
	l.page, l.view.Newer = before, after.More
	l.view.Look.Target, l.view.Look.Fold = cursor, false // the line must not be folded away
	return nil
}

// Part sends more of a page: what is before or after a place in it.
func (p Logs) Part(w http.ResponseWriter, r *http.Request, ref app.Ref) (err error) {
	l := p.read(ref.Project, r.URL.Query())
	if l.view.Problem != "" || l.query.At == nil {
		return app.Failf(app.CodeInvalid, "take the address from a page", "the address names no place: %s", l.view.Problem)
	}
	l.query.Limit = logsPart
	if l.page, err = p.reader.ReadMerged(r.Context(), l.query); err != nil {
		return err
	}
	l.view.Page = l.page
	pane := "log"
	if r.URL.Query().Get("pane") == "log2" {
		pane = "log2"
	}
	return wire.WritePage(w, r, http.StatusOK, lines.Part(l.view, l.query.Direction == logs.Forward, pane))
}
