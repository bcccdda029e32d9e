package web

import (
	"net/http"
	"net/url"
	"time"

	"devservers/app"
	"devservers/app/logs"
	"devservers/views"
)

// The sizes of the page of logs, in lines, and how long it may look for them before it is drawn; the rest comes then.
const (
	logsPatience = 400 * time.Millisecond
	logsFirst    = 500
	logsPart     = 500
	logsContext  = 250 // on each side of a line
)

// logsPage shows the lines of all servers of a project, or of all projects: the newest ones, those before a place, or
// those around one line.
func (s *Server) logsPage(w http.ResponseWriter, r *http.Request) error {
	l, err := s.logsAsked(r)
	if err != nil {
		return err
	}
	if l.view.Problem == "" {
		if err := l.read(r); err != nil {
			l.view.Problem = known(err).Detail
		}
	}
	v := l.view
	v.Page = l.page
	title := "Logs"
	if id := r.PathValue("id"); id != "" {
		title = "Logs of " + id
	}
	v.Shell = s.shell(r, title, "logs")
	v.Shell.Wide = true
	v.Shell.Styles, v.Shell.Modules = []string{"logs.css"}, []string{"js/logs.js", "js/logs-page.js"}
	v.Shell.Stream = streamAddress(v.Shell)
	if v.Live() {
		v.Shell.Stream = streamAddress(v.Shell, "logs") + "&" + url.Values{
			"logs": {v.Ask.Query().Encode()}, "logs-after": {v.Page.After.String()},
		}.Encode()
	}
	return s.render(w, r, views.Logs(v))
}

// logsAsked is a request for merged lines: what is asked for, and how it is drawn.
type logsAsked struct {
	s     *Server
	query logs.MergeQuery
	view  views.LogsView
	page  app.MergedPage
}

// read reads what the page begins with.
func (l *logsAsked) read(r *http.Request) (err error) {
	ask := l.view.Ask
	if ask.At != "" {
		return l.around(r, ask.At)
	}
	l.query.Limit, l.query.Budget = logsFirst, logsPatience
	l.page, err = l.s.reader.Merged(r.Context(), l.query)
	return err
}

// around reads the lines on both sides of run:seq.
func (l *logsAsked) around(r *http.Request, cursor string) error {
	run, seq, err := app.ParseCursor(cursor)
	if err != nil {
		return err
	}
	ref, err := l.s.reader.Owner(l.query.Projects, run)
	if err != nil {
		return err
	}
	at, err := l.s.reader.Around(l.query, ref, run, seq)
	if err != nil {
		return err
	}
	l.query.At, l.query.Limit = at, logsContext
	before, err := l.s.reader.Merged(r.Context(), l.query)
	if err != nil {
		return err
	}
	l.query.Forward = true
	after, err := l.s.reader.Merged(r.Context(), l.query)
	if err != nil {
		return err
	}
	before.Lines, before.After = append(before.Lines, after.Lines...), after.After
	l.page, l.view.Newer = before, after.More
	l.view.Look.Target, l.view.Look.Fold = cursor, false // it must not be folded away
	return nil
}

// logsPart is a further part of a page: what is before or after a place of it.
func (s *Server) logsPart(w http.ResponseWriter, r *http.Request) error {
	l, err := s.logsAsked(r)
	if err != nil {
		return err
	}
	if l.view.Problem != "" || l.query.At == nil {
		return fail(app.CodeInvalid, "take the address from a page", "there is no place in the address: %s", l.view.Problem)
	}
	l.query.Limit = logsPart
	if l.page, err = s.reader.Merged(r.Context(), l.query); err != nil {
		return err
	}
	l.view.Page = l.page
	return s.render(w, r, views.LogsPart(l.view, l.query.Forward))
}

// logsText is all that the filter lets through, as a text file, the oldest line first.
func (s *Server) logsText(w http.ResponseWriter, r *http.Request) error {
	l, err := s.logsAsked(r)
	if err != nil {
		return err
	}
	if l.view.Problem != "" {
		return fail(app.CodeInvalid, "mend the filter", "%s", l.view.Problem)
	}
	l.query.Forward, l.query.SGR, l.query.Limit, l.query.Budget = true, false, 5000, time.Minute
	l.query.At = nil
	w.Header().Set("Content-Disposition", `attachment; filename="devservers-logs.txt"`)
	out := begin(w, "text/plain; charset=utf-8")
	for more := true; more && r.Context().Err() == nil; {
		page, err := s.reader.Merged(r.Context(), l.query)
		if err != nil {
			return gone(err)
		}
		for _, line := range page.Lines {
			_, _ = out.WriteString(logsTextLine(line)) // a bufio.Writer keeps its error until it is flushed
		}
		if err := out.flush(); err != nil {
			return gone(err)
		}
		l.query.At, more = page.After, page.More
	}
	return nil
}

func logsTextLine(l app.MergedLine) string {
	if l.Gap != nil {
		return "··· lines of " + l.Server + " are not kept any more ···\n"
	}
	return l.Time.Local().Format("2006-01-02 15:04:05.000") + " " + l.Server + " " + l.Text + "\n"
}
