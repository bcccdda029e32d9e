package pages

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
	"devservers/views"
)

// Waiting shows what agents want to change.
func (p Pages) Waiting(w http.ResponseWriter, r *http.Request) error {
	var list []views.WaitingView
	for _, one := range p.frame.asks.permits.Waiting() {
		list = append(list, views.WaitingView(one))
	}
	return wire.WritePage(w, r, http.StatusOK, views.Waiting(p.frame.of("", "What agents want to change", ""), list,
		time.Now()))
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

// RefuseChange drops a change that an agent waits for.
func (a *Actions) RefuseChange(w http.ResponseWriter, r *http.Request) error {
	if _, err := a.permits.Take(r.PathValue("request")); err != nil {
		return err
	}
	return wire.Redirect(w, http.StatusSeeOther, "/waiting")
}
