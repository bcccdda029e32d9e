package streams

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/logs"
	"devservers/app/web/wire"
	"devservers/views"
	"devservers/views/lines"
)

// The sizes of the page of logs, in lines, and how long it may search before it is drawn. The rest follows later.
const (
	patience = 400 * time.Millisecond
	first    = 500
	part     = 500
	around   = 250 // on each side of a line
)

// Pages answers the requests of the page of logs.
type Pages struct {
	sup    *supervisor.Supervisor
	reader *logs.Logs
	shell  Shell
	find   func() views.PlaceFinder
	shared *shared
	hosts  Far
}

// Shell returns the frame of a page: active is its entry in the menu, and project the one that it is about, or "".
type Shell func(project, title, active string) views.ShellView

// NewPages returns the pages of merged lines. find returns what finds places in the lines of servers.
func NewPages(sup *supervisor.Supervisor, reader *logs.Logs, shell Shell, find func() views.PlaceFinder,
	hosts Far) Pages {
	return Pages{sup, reader, shell, find, &shared{all: map[string]*sharedReading{}}, hosts}
}

// Page shows the lines of all servers of a project, or of all projects: the newest ones, those before a place, or those
// around one line.
func (p Pages) Page(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	l := p.read(ref.Project, r.URL.Query())
	event := strconv.FormatInt(p.sup.Events.Last(), 10)
	v := l.drawn(r)
	title := "Logs"
	if ref.Project != "" {
		title = "Logs of " + ref.Project
	}
	v.Shell = p.shell(ref.Project, title, "logs")
	v.Shell.Styles, v.Shell.Modules = []string{"logs.css"},
		[]string{"js/logs.js", "js/logs-page.js", "js/logs-strip.js", "js/logs-line.js"}
	v.Shell.Stream = v.Shell.StreamAddress()
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
		v.Shell.Stream = v.Shell.StreamAddress("logs") + "&" + follow(v, after, event)
	}
	return wire.WritePage(w, r, http.StatusOK, lines.Page(v))
}

// follow returns what the stream of a page needs, to add the lines and edits that come after those.
func follow(v lines.View, after, event string) string {
	return url.Values{"logs": {v.Ask.Query().Encode()}, "logs-after": {after}, "logs-event": {event}}.Encode()
}

// Tab returns the newest lines of a server for a tab of its page, and what the page's stream needs to follow them.
func (p Pages) Tab(r *http.Request, ref app.Ref) (tab templ.Component, stream string) {
	l := p.read(ref.Project, url.Values{"server": {ref.String()}})
	event := strconv.FormatInt(p.sup.Events.Last(), 10)
	v := l.drawn(r)
	stream = follow(v, v.Page.After.String(), event)
	return lines.Tab(v, stream), stream
}

// drawn reads what the page begins with, and returns it.
func (l *request) drawn(r *http.Request) lines.View {
	if l.view.Problem == "" {
		if err := l.first(r); err != nil {
			l.view.Problem = wire.Known(err).Detail
		}
	}
	l.view.Page = l.page
	l.view.Look.ToNow = l.view.Live()
	return l.view
}

// beside returns the request of the second pane: another server with the same filter.
func (p Pages) beside(project string, l *request) *request {
	q := l.view.Ask.Query()
	q.Set("server", q.Get("beside"))
	for _, name := range []string{"at", "before", "line"} {
		q.Del(name)
	}
	return p.read(project, q)
}

// request is a request for merged lines: which ones, and how they are drawn.
type request struct {
	Pages
	query logs.Query
	view  lines.View
	page  app.MergedPage
	on    []app.HostView // of which it names servers
}

func (l *request) first(r *http.Request) (err error) {
	if at := l.view.Ask.At; at != "" {
		if err := l.around(r, at); err == nil {
			return nil
		}
		l.view.Notice = fmt.Sprintf("This address names the line %q, which is not stored. These are the newest lines.", at)
		l.view.Ask.At, l.query.At, l.query.Direction = "", nil, logs.Backward
	}
	l.query.Limit, l.query.Budget = first, patience
	l.page, err = l.merged(r.Context())
	return err
}

// around reads the lines on both sides of run:seq.
func (l *request) around(r *http.Request, cursor string) error {
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
	l.query.At, l.query.Limit = at, around
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
func (p Pages) Part(w http.ResponseWriter, r *http.Request, ref app.Ref) (err error) {
	l := p.read(ref.Project, r.URL.Query())
	if l.view.Problem != "" || l.query.At == nil {
		return app.Failf(app.CodeInvalid, "take the address from a page", "the address names no place: %s", l.view.Problem)
	}
	l.query.Limit = part
	if l.page, err = l.merged(r.Context()); err != nil {
		return err
	}
	l.view.Page = l.page
	pane := "log"
	if r.URL.Query().Get("pane") == "log2" {
		pane = "log2"
	}
	return wire.WritePage(w, r, http.StatusOK, lines.Part(l.view, l.query.Direction == logs.Forward, pane))
}
