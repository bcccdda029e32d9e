package supervisor

import (
	"context"
	"errors"
	"path/filepath"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/engine/server"
	"devservers/app/record/history"
)

// Start ensures that a server runs, and waits until it is ready or has failed. A server that already runs is left
// alone. ctx and the timeout limit the wait, not the run: if they end first, the answer states that it is still
// starting.
func (s *Supervisor) Start(ctx context.Context, ref app.Ref, o StartOptions) (app.Result, error) {
	_, m, err := s.request(ref, o)
	if err != nil {
		return app.Result{}, err
	}
	if m.mayEnd() != nil {
		return m.answerOutside()
	}
	return m.up(ctx, false, o)
}

// raise requests a start, see wants.Server.Start; it fails once the project is being forgotten.
func (m *managed) raise(o StartOptions, again bool) (gen int, asked bool, err error) {
	m.s.update(func() {
		if m.p.forgetting {
			err = app.Failf(app.CodeConflict, "register it again, then start it", "%s is being forgotten", m.p.id)
			return
		}
		gen, asked = m.Server.Start(o.Actor, again, o.Args)
	})
	return gen, asked, err
}

// Restart stops a server if it runs, and starts it.
func (s *Supervisor) Restart(ctx context.Context, ref app.Ref, o StartOptions) (app.Result, error) {
	_, m, err := s.request(ref, o)
	if err != nil {
		return app.Result{}, err
	}
	if err := errors.Join(m.letBy(o.Actor), m.mayEnd()); err != nil {
		return app.Result{}, err
	}
	if fail := m.mayRestart(o.Actor); fail != nil {
		return app.Result{}, fail
	}
	return m.up(ctx, true, o)
}

// RunTask starts a task, and returns as soon as its command runs.
func (s *Supervisor) RunTask(ctx context.Context, ref app.Ref, o StartOptions) (app.Result, error) {
	_, m, err := s.request(ref, o)
	if err != nil {
		return app.Result{}, err
	}
	s.mu.Lock()
	kind := m.Spec.Kind
	s.mu.Unlock()
	if kind != config.KindTask {
		return app.Result{}, app.FailAbout(app.CodeInvalid, "start it: devservers start "+m.Ref.String(), m.Ref.String(),
			"is a server, not a task")
	}
	o.Wait = app.WaitStarted
	r, err := s.Start(ctx, m.Ref, o)
	if err == nil && !r.Changed {
		return r, app.FailAbout(app.CodeConflict, "wait for it, or stop it: devservers stop "+m.Ref.String(), m.Ref.String(),
			"runs already (run %s)", r.Run)
	}
	return r, err
}

// up requests a start as raise does, and waits for its outcome.
func (m *managed) up(ctx context.Context, again bool, o StartOptions) (app.Result, error) {
	gen, asked, err := m.raise(o, again)
	if err != nil {
		return app.Result{}, err
	}
	ctx, cancel := o.limited(ctx)
	defer cancel()
	var st app.Status
	var w server.Want
	var raised, slept []string
	var begun bool // otherwise failure and raised are an earlier start's
	look := func() { st, w, raised, slept, begun = m.statusOf(), m.Want, m.Raised, m.slept, m.Begun >= gen }
	is := func() bool { return m.Answered(gen, o.Wait) }
	err = m.s.mu.AwaitLook(ctx, is, look)
	if err == nil && o.Wait.UntilReady() {
		m.confirm(ctx)
		err = m.s.mu.AwaitLook(ctx, is, look)
	}
	if !begun {
		st.Failure, raised, slept = nil, nil, nil
	}
	res := app.Result{Status: st, Changed: asked, Cursor: app.Cursor(st.Run, 0)}
	if asked {
		res.Started, res.Slept = raised, slept
	}
	switch failure := m.failed(st, begun, o); {
	case failure != nil && (o.Wait != app.WaitNone || !st.State.Up()):
		return res, failure
	case w.Gen > gen && !w.Up && (o.Wait != app.WaitNone || !begun):
		return res, app.FailAbout(app.CodeConflict, "start it again if that was not meant", m.Ref.String(),
			"was stopped meanwhile, by %s", w.Actor)
	case errors.Is(err, context.Canceled):
		return res, err
	}
	res.Message = words.Started{
		Name: st.Name, State: string(st.State), URL: st.Address(), Run: st.Run, Running: st.State == app.Running,
		Ready: st.State == app.Ready, Already: !asked, Reason: st.Reason, Others: res.Started,
		Slept: res.Slept,
	}.String()
	return res, nil
}

// failed returns why a start with this outcome has failed, or nil.
func (m *managed) failed(st app.Status, begun bool, o StartOptions) *app.Error {
	if st.Failure != nil || !begun || !o.Wait.UntilReady() {
		return st.Failure
	}
	return history.Unconfirmed(filepath.Join(m.s.Kept.Dir(m.Ref), st.Run), st, ConfirmReady)
}
