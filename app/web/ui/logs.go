package ui

import (
	"net/http"
	"net/url"
	"time"

	"devservers/app"
	"devservers/app/logs"
	"devservers/app/supervisor"
	"devservers/app/web/wire"
	"devservers/views"
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
}

// Page shows the lines of all servers of a project, or of all projects: the newest ones, those before a place, or those
// around one line.
func (p Logs) Page(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	l := p.read(ref.Project, r.URL.Query())
	if l.view.Problem == "" {
		if err := l.first(r); err != nil {
			l.view.Problem = wire.Known(err).Detail
		}
	}
	v := l.view
	v.Page = l.page
	title := "Logs"
	if ref.Project != "" {
		title = "Logs of " + ref.Project
	}
	v.Shell = p.frame.of(ref.Project, title, "logs")
	v.Shell.Styles, v.Shell.Modules = []string{"logs.css"}, []string{"js/logs.js", "js/logs-page.js"}
	v.Shell.Stream = streamAddress(v.Shell)
	if v.Live() {
		v.Shell.Stream = streamAddress(v.Shell, "logs") + "&" + url.Values{
			"logs": {v.Ask.Query().Encode()}, "logs-after": {v.Page.After.String()},
		}.Encode()
	}
	return wire.WritePage(w, r, http.StatusOK, views.Logs(v))
}

// logsRequest is a request for merged lines: which ones, and how they are drawn.
type logsRequest struct {
	Logs
	query logs.Query
	view  views.LogsView
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
	return wire.WritePage(w, r, http.StatusOK, views.LogsPart(l.view, l.query.Direction == logs.Forward))
}

// Text sends everything that the filter lets through as a text file, oldest line first.
func (p Logs) Text(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	l := p.read(ref.Project, r.URL.Query())
	if l.view.Problem != "" {
		return app.Failf(app.CodeInvalid, "fix the filter", "%s", l.view.Problem)
	}
	l.query.Direction, l.query.SGR, l.query.Limit, l.query.Budget = logs.Forward, false, 5000, time.Minute
	l.query.At = nil
	w.Header().Set("Content-Disposition", `attachment; filename="devservers-logs.txt"`)
	out := wire.Begin(w, "text/plain; charset=utf-8")
	for more := true; more && r.Context().Err() == nil; {
		page, err := p.reader.ReadMerged(r.Context(), l.query)
		if err != nil {
			return wire.Gone(err)
		}
		for _, line := range page.Lines {
			_, _ = out.WriteString(logsTextLine(line)) // a bufio.Writer keeps its error until it is flushed
		}
		if err := out.Send(); err != nil {
			return wire.Gone(err)
		}
		l.query.At, more = page.After, page.More
	}
	return nil
}

func logsTextLine(l app.MergedLine) string {
	if l.Gap != nil {
		return "··· lines of " + l.Server + " are no longer stored ···\n"
	}
	return l.Time.Local().Format("2006-01-02 15:04:05.000") + " " + l.Server + " " + l.Text + "\n"
}
