package pages

import (
	"net/http"
	"net/url"
	"slices"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
	"devservers/views"
)

// Many acts on several servers at once: the ones that the form names, or with `which` all or all failed of a project or
// of all projects. Each request is recorded on its own, and the page's stream shows the results.
func (a *Actions) Many(w http.ResponseWriter, r *http.Request, _ app.Ref, fields url.Values) error {
	action := history.Action(r.PathValue("action"))
	do, ok := map[history.Action]Operation{history.Start: a.sup.Start, history.Stop: a.sup.Stop,
		history.Restart: a.sup.Restart}[action]
	if !ok {
		return app.Failf(app.CodeNotFound, "it is start, stop or restart", "there is no such action")
	}
	q := r.URL.Query()
	chosen := pick(app.Statuses(a.sup.Projects()), q.Get("which"), q.Get("project"), fields["server"])
	for _, st := range chosen {
		if concerns(action, st, q.Get("which")) {
			a.inBackground(guard.ActorOf(r), action, st.Ref(), do)
		}
	}
	if !IsFragment(r) {
		return wire.Redirect(w, http.StatusSeeOther, back(r, "/"))
	}
	return wire.NoContent(w, nil)
}

// pick returns the servers that a request is about.
func pick(all []app.Status, which, project string, names []string) (list []app.Status) {
	for _, st := range all {
		switch {
		case project != "" && st.Project != project:
		case which == "" && slices.Contains(names, st.Ref().String()),
			which == "all" && st.Kind != "task",
			which == "failed" && st.Kind != "task" && st.State == app.Failed && views.Troubled(st):
			list = append(list, st)
		}
	}
	return list
}

// concerns reports whether an action changes a server. All are restarted only if they run.
func concerns(action history.Action, st app.Status, which string) bool {
	running := st.Active()
	switch action {
	case history.Start:
		return !st.State.Up()
	case history.Stop:
		return running
	}
	return running || which != "all"
}

// inBackground starts an operation and doesn't wait for it.
func (a *Actions) inBackground(actor app.Actor, action history.Action, ref app.Ref, do Operation) {
	o := supervisor.StartOptions{Actor: actor, Wait: app.WaitReady, Timeout: wire.LongestWait}
	a.background.Go(func() {
		_, _ = history.Record(a.history, actor, action, ref, nil,
			func() (app.Result, error) { return do(a.stopping, ref, o) })
	})
}
