package pages

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/config/settings"
	"devservers/app/engine/supervisor"
	"devservers/app/environment"
	"devservers/app/reading/edits"
	"devservers/app/reading/logs"
	"devservers/app/reading/why"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/streams"
	"devservers/app/web/wire"
	"devservers/views"
)

// Options are what a UI needs.
type Options struct {
	Sup       *supervisor.Supervisor
	Logs      *logs.Logs
	Edits     *edits.Edits
	Why       *why.Why
	History   *history.Store
	Access    *access.Grants // nil: there are no agents
	Editor    *wire.Editor
	Site      *guard.Site
	Permits   *access.Permits
	Hosts     func() []app.HostView // other places where servers run; nil: there are none
	Far       func(ctx context.Context, host string, q url.Values) (io.ReadCloser, error)
	Worktrees *environment.Environments
	Streams   wire.Streams
	Stopping  context.Context // ends when the manager stops

	Consent func(now time.Time) (client, path string) // the consent that waits for a person, if there is one

	Trust  func(r *http.Request, ref app.Ref, reviewed string) error // trusts the reviewed content of a project's file
	Forget func(r *http.Request, ref app.Ref) error                  // forgets a project

	Settings *settings.File // nil: the pages set none
}

// UI is everything that browsers get.
type UI struct {
	Pages     Pages
	Logs      streams.Pages
	Activity  activity
	Live      Live
	Actions   *Actions
	Worktrees Worktrees
}

// New returns the UI of a manager.
func New(o Options) *UI {
	asks := newAsks(o.History, o.Consent, o.Permits)
	places := places{o.Sup, o.Editor}
	frame := frame{o.Sup, asks, o.Settings, o.Hosts}
	rows := rows{o.Sup, o.Logs, o.Edits, newCauses(o.Why), places, asks, newAnswered(), o.Hosts}
	lines := streams.NewPages(o.Sup, o.Logs, frame.of, places.finder,
		streams.Far{Views: o.Hosts, Lines: o.Far})
	acts := activity{o.Sup, o.History, frame, &endedRuns{runs: map[string]app.RunInfo{}}}
	pages := Pages{o.Sup, o.Logs, frame, rows, o.Access, o.Site, places, acts, lines, o.Settings}
	return &UI{
		Activity:  acts,
		Pages:     pages,
		Worktrees: Worktrees{o.Worktrees, frame, o.History},
		Logs:      lines,
		Live:      Live{o.Sup, o.Streams, frame, rows, lines, pages, acts},
		Actions: &Actions{
			sup: o.Sup, permits: o.Permits, frame: frame, rows: rows, asks: asks, places: places, history: o.History,
			stopping: o.Stopping, trust: o.Trust, forget: o.Forget, settings: o.Settings,
		},
	}
}

// Problem shows a problem to a person with a browser, in the page that sent the request or as a page of its own. It
// reports whether it did; programs need a problem document.
func (u *UI) Problem(w http.ResponseWriter, r *http.Request, problem wire.Problem) bool {
	if strings.HasPrefix(r.URL.Path, "/api/") || strings.HasPrefix(r.URL.Path, "/static/") {
		return false
	}
	if IsFragment(r) {
		w.Header().Set("HX-Retarget", "#toasts")
		w.Header().Set("HX-Reswap", "beforeend")
		return wire.WritePage(w, r, problem.Status, views.Toast(problem.Detail, problem.Hint)) == nil
	}
	if guard.CredentialOf(r) != guard.Session || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		return false
	}
	frame := u.Pages.frame.of(r.PathValue("id"), problem.Title, "")
	return wire.WritePage(w, r, problem.Status, views.Problem(frame, problem.Status, *problem.Error, problem.ID)) == nil
}

// SignIn shows a person without a session how to get one. When another site's link led here, the browser withheld the
// session: the page then loads once more on its own, as our own.
func SignIn(w http.ResponseWriter, r *http.Request, site *guard.Site) {
	if !guard.OnUIHost(r) {
		site.ToUI(w, r)
		return
	}
	from := r.Header.Get("Sec-Fetch-Site")
	_ = wire.WritePage(w, r, http.StatusUnauthorized, views.SignIn(from == "cross-site" || from == "same-site"))
}

// IsFragment reports whether a page's script sent the request, for a part of the page.
func IsFragment(r *http.Request) bool { return r.Header.Get("HX-Request") == "true" }

// WantsPage reports whether a person with a browser sent the request, rather than a program.
func WantsPage(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && !strings.HasPrefix(r.URL.Path, "/api/") &&
		strings.Contains(r.Header.Get("Accept"), "text/html")
}

// ToSettings leads a browser from a button to the settings page. A page's script reloads it, and ignores the anchor.
func ToSettings(w http.ResponseWriter, r *http.Request, anchor string) error {
	if IsFragment(r) {
		w.Header().Set("HX-Redirect", "/settings")
		return wire.NoContent(w, nil)
	}
	return wire.Redirect(w, http.StatusSeeOther, "/settings"+anchor)
}
