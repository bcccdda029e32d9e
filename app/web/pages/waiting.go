package pages

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/base/words"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
	"devservers/views"
)

// Waiting shows what agents want to change.
func (p Pages) Waiting(w http.ResponseWriter, r *http.Request) error {
	list := words.Each(p.frame.asks.permits.Waiting(), func(one access.PermitRequest) views.WaitingView {
		return views.WaitingView(one)
	})
	return wire.WritePage(w, r, http.StatusOK, views.Waiting(p.frame.of("", "What agents want to change", ""), list,
		time.Now()))
}

// WaitingFile shows a devservers.yml that an agent proposes, with what it would run.
func (p Pages) WaitingFile(w http.ResponseWriter, r *http.Request) error {
	one, err := p.frame.asks.permits.Look(r.PathValue("request"))
	if err != nil {
		return err
	}
	if one.Draft == nil {
		return wire.Redirect(w, http.StatusSeeOther, "/waiting")
	}
	frame := p.frame.of("", "A proposed devservers.yml", "")
	return wire.WritePage(w, r, http.StatusOK, views.WaitingFile(frame, views.WaitingView(one), time.Now()))
}

// AllowChange makes a change that an agent waits for.
func (a *Actions) AllowChange(w http.ResponseWriter, r *http.Request) error {
	if guard.CredentialOf(r) != guard.Session {
		return app.Failf(app.CodeForbidden, "click Allow on the page",
			"only a person in a browser allows what an agent asks for")
	}
	asked, err := a.permits.Take(r.PathValue("request"))
	if err != nil {
		return err
	}
	if asked.Draft != nil {
		return a.acceptFile(w, r, asked)
	}
	args := map[string]any{"allowed": asked.By.String(), "set_env": slices.Sorted(maps.Keys(asked.Change.SetEnv)),
		"unset_env": asked.Change.UnsetEnv, "port": asked.Change.Port}
	action := history.SetEnv
	if asked.Typing {
		action, args = history.Allow, map[string]any{"allowed": asked.By.String(), "typing": true}
	}
	_, err = history.Record(a.history, guard.ActorOf(r), action, asked.Server, args, func() (app.Overlay, error) {
		return a.permits.Allow(asked)
	})
	if err != nil {
		return err
	}
	return wire.Redirect(w, http.StatusSeeOther, "/waiting")
}

// acceptFile writes, registers and trusts the devservers.yml that a person has seen.
func (a *Actions) acceptFile(w http.ResponseWriter, r *http.Request, asked access.PermitRequest) error {
	args := map[string]any{"proposed": asked.By.String(), "sha256": asked.Draft.SHA256}
	id, err := history.Record(a.history, guard.ActorOf(r), history.Trust, asked.Server, args, func() (string, error) {
		return a.permits.Accept(asked, guard.ActorOf(r))
	})
	if err != nil {
		return err
	}
	return wire.Redirect(w, http.StatusSeeOther, views.ProjectPath(id))
}

// RefuseChange drops a change that an agent waits for.
func (a *Actions) RefuseChange(w http.ResponseWriter, r *http.Request) error {
	if err := a.permits.Refuse(r.PathValue("request")); err != nil {
		return err
	}
	return wire.Redirect(w, http.StatusSeeOther, "/waiting")
}
