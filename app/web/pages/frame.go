package pages

import (
	"context"
	"net/http"
	"net/url"
	"slices"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/app/engine/supervisor"
	"devservers/app/web/wire"
	"devservers/views"
)

// frame makes what surrounds every page: its title, rail and stream.
type frame struct {
	sup    *supervisor.Supervisor
	asks   *asks
	global *settings.File // nil: none
	hosts  func() []app.HostView
}

// of returns the frame of a page; active is its entry in the menu, and project the one that it is about, or "".
func (f frame) of(project, title, active string) views.ShellView {
	return f.around(f.sup.Projects(), project, title, active)
}

func (f frame) around(projects []app.ProjectView, project, title, active string) views.ShellView {
	v := views.ShellView{Title: title, Active: active, Trouble: views.Trouble(projects)}
	if f.global != nil {
		v.Theme = f.global.Settings().Theme
	}
	if f.hosts != nil {
		v.Hosts = f.hosts()
	}
	asks := f.asks.of(projects)
	v.Asks = len(asks)
	v.Projects, v.More = views.Glances(projects, asks, project)
	if slices.ContainsFunc(projects, func(p app.ProjectView) bool { return p.ID == project }) {
		v.Project = project
	}
	has := SentSince("")
	emitFrame(context.Background(), v, has, func(wire.Message) {})
	v.Drawn = has.All()
	v.Stream = v.StreamAddress()
	return v
}

// back returns the path of the page that a form was sent from if it is one of ours, and otherwise the alternative:
// where the form leads without script.
func back(r *http.Request, otherwise string) string {
	from, err := url.Parse(r.Header.Get("Referer"))
	if err != nil || from.Host != r.Host || from.Path == "" || from.Path == "/login" {
		return otherwise
	}
	return from.Path
}
