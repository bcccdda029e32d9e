package pages

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/base/words"
	"devservers/app/config/settings"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
	"devservers/views"
)

// Actions are the buttons of the pages. Their operations run in the background, and end with the manager.
type Actions struct {
	sup      *supervisor.Supervisor
	permits  *access.Permits
	frame    frame
	rows     rows
	asks     *asks
	places   places
	history  *history.Store
	stopping context.Context // ends when the manager stops
	trust    func(r *http.Request, ref app.Ref, reviewed string) error
	forget   func(r *http.Request, ref app.Ref) error
	settings *settings.File

	background sync.WaitGroup
}

// An Operation changes what is wanted of a server.
type Operation = func(context.Context, app.Ref, supervisor.StartOptions) (app.Result, error)

// Wait returns when all operations have ended.
func (a *Actions) Wait() { a.background.Wait() }

// atOnce is how long a click waits for something to show. The operation continues after it, and the page's stream shows
// its result.
const atOnce = 300 * time.Millisecond

// Button returns a button's handler: it starts an operation and answers with the row as it is then. A browser without
// script returns to the page it came from.
func (a *Actions) Button(action history.Action, do Operation) func(http.ResponseWriter, *http.Request, app.Ref) error {
	return func(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
		if err := a.begin(r, action, ref, do); err != nil {
			return err
		}
		return a.answer(w, r, ref)
	}
}

// begin starts an operation and waits until the server's row shows it, or for a moment. It returns an error that the
// row doesn't show.
func (a *Actions) begin(r *http.Request, action history.Action, ref app.Ref, do Operation) error {
	before := a.look(ref)
	actor := guard.ActorOf(r)
	o := supervisor.StartOptions{Actor: actor, Wait: app.WaitReady, Timeout: wire.LongestWait}
	ctx, done := context.WithTimeout(r.Context(), atOnce)
	defer done()
	over := make(chan error, 1)
	a.background.Go(func() {
		defer done()
		_, err := history.Record(a.history, actor, action, ref, nil,
			func() (app.Result, error) { return do(a.stopping, ref, o) })
		over <- err
	})
	for range a.sup.Changes(ctx) {
		if a.look(ref) != before {
			break
		}
	}
	select {
	case err := <-over:
		return a.unseen(ref, err)
	default:
		return nil
	}
}

// appearance is what a click can change in a row.
type appearance struct {
	state   app.State
	reason  string
	run     string
	pinned  bool
	patches int
	failure *app.Error
}

func (a *Actions) look(ref app.Ref) appearance {
	st, err := a.sup.Status(ref)
	if err != nil {
		return appearance{}
	}
	return appearance{st.State, st.Reason, st.Run, st.Pinned, len(st.Overlay), st.Failure}
}

// unseen returns err unless the server's row shows it.
func (a *Actions) unseen(ref app.Ref, err error) error {
	if st, e := a.sup.Status(ref); err == nil || e == nil && st.Failure != nil && errors.Is(err, st.Failure) {
		return nil
	}
	return err
}

func (a *Actions) answer(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	if !IsFragment(r) {
		return wire.Redirect(w, http.StatusSeeOther, back(r, views.ProjectPath(ref.Project)))
	}
	project, st, err := statusIn(a.sup, ref)
	if err != nil {
		return err
	}
	b := a.rows.tables()
	defer a.rows.answered.note(ref)
	row := b.row(r.Context(), st, project.Trust, b.edited(ref.Project))
	if row.Kind.IsTask() {
		return wire.WritePage(w, r, http.StatusOK, views.Task(row, fromPage(r)))
	}
	return wire.WritePage(w, r, http.StatusOK, views.Row(row, fromPage(r)))
}

// statusIn returns a project and, from the same look at it, the status of one of its servers or tasks.
func statusIn(sup *supervisor.Supervisor, ref app.Ref) (app.ProjectView, app.Status, error) {
	project, err := sup.Project(ref.Project)
	if err != nil {
		return project, app.Status{}, err
	}
	all := project.Members()
	if i := slices.IndexFunc(all, func(st app.Status) bool { return st.Name == ref.Name }); i >= 0 {
		return project, all[i], nil
	}
	st, err := sup.Status(ref) // describes what is wrong
	return project, st, err
}

// Start starts a server, after stopping the one of ours that holds its port if the person chose so.
func (a *Actions) Start(w http.ResponseWriter, r *http.Request, ref app.Ref, fields url.Values) error {
	project, name, given := strings.Cut(fields.Get("instead_of"), "/")
	if !given {
		return a.Button(history.Start, a.sup.Start)(w, r, ref)
	}
	other, err := a.sup.Files.Lookup(project, name)
	if err != nil {
		return err
	}
	return a.Button(history.Start, func(ctx context.Context, ref app.Ref, o supervisor.StartOptions) (app.Result, error) {
		if result, err := a.sup.Stop(ctx, other, o); err != nil {
			return result, err
		}
		return a.sup.Start(ctx, ref, o)
	})(w, r, ref)
}

// Pin returns the operation that pins or unpins a server.
func (a *Actions) Pin(pinned bool) Operation {
	return func(_ context.Context, ref app.Ref, o supervisor.StartOptions) (app.Result, error) {
		return a.sup.Pin(ref, pinned, o.Actor)
	}
}

// Mute returns the handler that leaves an error of a server out of its counts, or that counts it again.
func (a *Actions) Mute(
	action history.Action,
) func(http.ResponseWriter, *http.Request, app.Ref, url.Values) error {
	return func(w http.ResponseWriter, r *http.Request, ref app.Ref, fields url.Values) error {
		_, err := history.Record(a.history, guard.ActorOf(r), action, ref, nil, func() (app.Result, error) {
			return app.Result{}, a.rows.edits.Mute(ref, words.Clean(fields.Get("error"), 64), action == history.Mute)
		})
		if err != nil {
			return err
		}
		return a.answer(w, r, ref)
	}
}

// Adopt follows what serves the port of a server.
func (a *Actions) Adopt(_ context.Context, ref app.Ref, o supervisor.StartOptions) (app.Result, error) {
	return a.sup.Adopt(ref, o.Actor)
}

// ResetPatches removes a server's overlay.
func (a *Actions) ResetPatches(_ context.Context, ref app.Ref, o supervisor.StartOptions) (app.Result, error) {
	_, err := access.ResetPatch(a.sup, ref, "", o.Actor)
	return app.Result{}, err
}

// Port gives a server another port from now on, and starts it with that.
func (a *Actions) Port(ctx context.Context, ref app.Ref, o supervisor.StartOptions) (app.Result, error) {
	if _, err := access.AddPatch(a.sup, ref, app.Change{Port: "auto", Reason: "its port was taken"}, o.Actor); err != nil {
		return app.Result{}, err
	}
	return a.sup.Restart(ctx, ref, o)
}

// Trust trusts exactly what the person has reviewed, and also starts a server if the person chose so.
func (a *Actions) Trust(w http.ResponseWriter, r *http.Request, ref app.Ref, fields url.Values) error {
	err := a.trust(r, ref, fields.Get("sha256"))
	if e := (*app.Error)(nil); errors.As(err, &e) && e.Code == app.CodeConflict {
		return a.review(w, r, http.StatusConflict, ref, fields.Get("start"), true) // it is another content by now
	}
	if err != nil {
		return err
	}
	if name := fields.Get("start"); name != "" {
		server, err := a.sup.Files.Lookup(ref.Project, name)
		if err == nil {
			err = a.begin(r, history.Start, server, a.sup.Start)
		}
		if err != nil {
			return err
		}
	}
	return wire.Redirect(w, http.StatusSeeOther, views.ProjectPath(ref.Project))
}

// review shows a person what a project's file would run. moved reports whether it changed while the person read it.
func (a *Actions) review(w http.ResponseWriter, r *http.Request, status int, ref app.Ref, start string,
	moved bool) error {
	review, err := a.sup.Files.Review(ref.Project)
	if err != nil {
		return err
	}
	if _, err := a.sup.Files.Lookup(ref.Project, start); err != nil {
		start = ""
	}
	frame := a.frame.of(ref.Project, ref.Project+": trust", "servers")
	return wire.WritePage(w, r, status, views.Trust(frame, review, start, moved))
}

// Review shows a person what a project's file would run.
func (a *Actions) Review(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	return a.review(w, r, http.StatusOK, ref, words.Clean(r.URL.Query().Get("start"), 64), false)
}

// Forget forgets a project.
func (a *Actions) Forget(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	if err := a.forget(r, ref); err != nil {
		return err
	}
	return ToSettings(w, r, "")
}
