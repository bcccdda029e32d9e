package ui

import (
	"net/http"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/history"
	"devservers/app/logs"
	"devservers/app/supervisor"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
	"devservers/app/words"
	"devservers/views"
)

// Pages draws the pages, except those of merged logs.
type Pages struct {
	sup     *supervisor.Supervisor
	reader  *logs.Logs
	frame   frame
	cards   cards
	history *history.Store
	access  *access.Store
	site    *guard.Site
}

// Home shows all projects to those who are signed in, and everyone else how to sign in.
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

// Project shows the cards of one project, or of all.
func (p Pages) Project(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	projects := p.sup.Projects()
	v := frameOf(projects, ref.Project, ref.Project, "servers")
	v.Stream = streamAddress(v, "cards")
	if views.Lives(projects) {
		v.Refresh = 3
	}
	boards := p.cards.boards().of(r.Context(), projectsOf(projects, ref.Project))
	return wire.WritePage(w, r, http.StatusOK, views.Servers(v, boards, p.sup.View()))
}

// Runs lists the stored runs of a server or task.
func (p Pages) Runs(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	status, err := p.sup.Status(ref)
	if err != nil {
		return err
	}
	runs := p.sup.Kept.List(status.Ref())
	frame := p.frame.of(ref.Project, ref.String()+" runs", "servers")
	return wire.WritePage(w, r, http.StatusOK, views.Runs(frame, status, runs, time.Now()))
}

// Settings shows the projects, the agents, and the manager.
func (p Pages) Settings(w http.ResponseWriter, r *http.Request) error {
	projects := p.sup.Projects()
	agents := views.AgentsView{Address: p.site.Origin("localhost") + "/mcp", Now: time.Now()}
	if p.access != nil {
		agents.Entries, agents.Problem = p.access.List(), p.access.Problem()
	}
	frame := frameOf(projects, "", "Settings", "settings")
	return wire.WritePage(w, r, http.StatusOK, views.Settings(frame, projects, p.sup.View(), agents, time.Now()))
}

// Palette lists the places and actions of the command palette, as a fragment.
func (p Pages) Palette(w http.ResponseWriter, r *http.Request) error {
	return wire.WritePage(w, r, http.StatusOK, views.Choices(p.sup.Projects()))
}

// Trust shows a person what a project's file would run.
func (p Pages) Trust(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	review, err := p.sup.Files.Review(ref.Project)
	if err != nil {
		return err
	}
	start := words.Clean(r.URL.Query().Get("start"), 64)
	if _, err := p.sup.Files.Lookup(ref.Project, start); err != nil {
		start = ""
	}
	return wire.WritePage(w, r, http.StatusOK, views.Trust(p.frame.of(ref.Project, ref.Project+": trust", "servers"), review, start))
}
