package pages

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"devservers/app"
	"devservers/app/environment"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
	"devservers/views"
)

// Worktrees are the page about the environments of a project, and its buttons.
type Worktrees struct {
	all     *environment.Environments
	frame   frame
	history *history.Store
}

// Page shows the environments of a project.
func (t Worktrees) Page(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	v := views.EnvironmentsView{Project: ref.Project, Now: time.Now()}
	part := IsFragment(r) && r.URL.Query().Get("part") != ""
	list, err := t.all.List(r.Context(), ref.Project, !part)
	if err != nil {
		v.Why = wire.Known(err).Detail
	}
	if v.List = list; part {
		return wire.WritePage(w, r, http.StatusOK, views.EnvironmentList(v))
	}
	frame := t.frame.of(ref.Project, "Environments of "+ref.Project, "servers")
	frame.Refresh = 3
	return wire.WritePage(w, r, http.StatusOK, views.Environments(frame, v))
}

// Up makes, finishes or updates the environment of a branch.
func (t Worktrees) Up(w http.ResponseWriter, r *http.Request, ref app.Ref, form url.Values) error {
	ask := environment.Wanted{Project: ref.Project, Branch: form.Get("branch"), Servers: true, Actor: guard.ActorOf(r)}
	if ask.Branch == "" {
		return app.Failf(app.CodeInvalid, "name a branch", "the branch is missing")
	}
	_, err := t.all.Make(context.WithoutCancel(r.Context()), t.history, ask)
	return t.back(w, r, ref, err)
}

// Down removes an environment.
func (t Worktrees) Down(w http.ResponseWriter, r *http.Request, ref app.Ref, form url.Values) error {
	_, err := t.all.Remove(r.Context(), t.history, ref.Project, form.Get("name"),
		environment.Removal{Actor: guard.ActorOf(r)})
	return t.back(w, r, ref, err)
}

// back leads to the page as it is then.
func (t Worktrees) back(w http.ResponseWriter, r *http.Request, ref app.Ref, err error) error {
	if err != nil {
		return err
	}
	return lead(w, r, views.ProjectPath(ref.Project)+"/environments")
}
