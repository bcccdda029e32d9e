package pages

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/config/settings"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/logs"
	"devservers/app/web/guard"
	"devservers/app/web/streams"
	"devservers/app/web/wire"
	"devservers/views"
)

// Pages draws the pages, except the pages of merged logs.
type Pages struct {
	sup    *supervisor.Supervisor
	reader *logs.Logs
	frame  frame
	rows   rows
	access *access.Grants
	site   *guard.Site
	places places
	acts   activity
	lines  streams.Pages
	global *settings.File // nil: none
}

// Home shows all projects to the people who are signed in, and everyone else how to sign in.
func (p Pages) Home(w http.ResponseWriter, r *http.Request) error {
	switch {
	case !guard.OnUIHost(r) && guard.CredentialOf(r) != guard.Bearer:
		p.site.ToUI(w, r)
		return nil
	case guard.CredentialOf(r) == guard.Nobody:
		SignIn(w, r, p.site)
		return nil
	}
	return p.Project(w, r, app.Ref{})
}

// Project shows the table of one project, or of all, and the drawer of the server that the address names.
func (p Pages) Project(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	p.sup.Meter.Fresh()
	projects := p.sup.Projects()
	v := p.frame.around(projects, ref.Project, ref.Project, "servers")
	open, recent := r.URL.Query().Get("server"), ""
	table := p.rows.tables().table(r.Context(), projects, ref.Project, opened(ref.Project, open))
	v.Drawn += tableToken(r.Context(), table, p.rows.answered.mark)
	if ref.Project != "" {
		v.Styles = []string{"activity.css"}
		if table.Recent = p.acts.recent(ref.Project); table.Recent != nil {
			v.Drawn += activityToken(r.Context(), *table.Recent)
			recent = "&on=activity&" + url.Values{"activity": {table.Recent.Ask.Query().Encode()}}.Encode()
		}
	}
	v.Stream = v.StreamAddress("rows") + openQuery(open) + recent
	if views.Lives(projects) {
		v.Refresh = 3
	}
	v.Modules = []string{"js/table.js"}
	return wire.WritePage(w, r, http.StatusOK, views.Servers(v, table))
}

// Drawer sends the drawer of a server, for the page that the browser shows.
func (p Pages) Drawer(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	v := fromPage(r)
	defer p.rows.answered.note(ref)
	v.Open = p.rows.tables().open(r.Context(), p.sup.Projects(), ref)
	return wire.WritePage(w, r, http.StatusOK, views.Drawer(v))
}

// Groups sends projects with their servers, for a page that shows them as one line each.
func (p Pages) Groups(w http.ResponseWriter, r *http.Request) error {
	names := r.URL.Query()["project"]
	list := slices.DeleteFunc(slices.Clone(p.sup.Projects()),
		func(v app.ProjectView) bool { return !slices.Contains(names, v.ID) })
	v := p.rows.tables().table(r.Context(), list, "", app.Ref{}, names...)
	all := make([]templ.Component, len(v.Groups))
	for i, g := range v.Groups {
		all[i] = views.Group(g, v, true)
	}
	return wire.WritePage(w, r, http.StatusOK, templ.Join(all...))
}

// opened returns the server that a page's address names: by its name on its project's page, and by project/name on that
// of all projects.
func opened(project, name string) app.Ref {
	if project != "" {
		return app.Ref{Project: project, Name: name}
	}
	project, name, _ = strings.Cut(name, "/")
	return app.Ref{Project: project, Name: name}
}

func openQuery(name string) string {
	if name == "" {
		return ""
	}
	return "&open=" + url.QueryEscape(name)
}

// fromPage returns an empty table of the page that a fragment is for: its links depend on that.
func fromPage(r *http.Request) *views.TableView {
	v := &views.TableView{Now: time.Now()}
	from, err := url.Parse(r.Header.Get("Referer"))
	if err != nil {
		return v
	}
	if rest, ok := strings.CutPrefix(from.Path, "/p/"); ok && !strings.Contains(rest, "/") {
		v.Alone = rest
	}
	return v
}

// Settings shows the projects, the agents, and the manager.
func (p Pages) Settings(w http.ResponseWriter, r *http.Request) error {
	projects := p.sup.Projects()
	agents := views.AgentsView{Address: p.site.Origin("localhost") + "/mcp", Now: time.Now()}
	if p.access != nil {
		agents.Entries, agents.Problem = p.access.List(), p.access.Problem()
	}
	frame := p.frame.around(projects, "", "Settings", "settings")
	return wire.WritePage(w, r, http.StatusOK, views.Settings(frame, views.SettingsView{Projects: projects,
		Manager: p.sup.View(), Agents: agents, Own: p.own(), Now: time.Now()}))
}

// Palette lists the places and actions of the command palette, as a fragment.
func (p Pages) Palette(w http.ResponseWriter, r *http.Request) error {
	all := p.sup.Projects()
	if p.rows.hosts != nil {
		for _, h := range p.rows.hosts() {
			all = append(all, h.Projects...)
		}
	}
	return wire.WritePage(w, r, http.StatusOK, views.Choices(all, r.URL.Query().Get("typed")))
}

// own returns the settings of the person, or nil if they can't be changed here.
func (p Pages) own() *settings.Settings {
	if p.global == nil {
		return nil
	}
	now := p.global.Settings()
	return &now
}
