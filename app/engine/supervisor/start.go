package supervisor

import (
	"context"
	"errors"
	"path/filepath"

	"devservers/app"
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

// raise requests a start, see server.Server.Start; it fails once the project is being forgotten.
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
	var now server.Reply
	look := func() { now = m.Reply(gen, m.statusOf()) }
	is := func() bool { return m.Answered(gen, o.Wait) }
	err = m.s.mu.AwaitLook(ctx, is, look)
	if err == nil && o.Wait.UntilReady() {
		m.confirm(ctx)
		err = m.s.mu.AwaitLook(ctx, is, look)
	}
	res, fail := now.Result(asked, o.Wait, m.failed(now.Status, now.Begun, o))
	if fail == nil && errors.Is(err, context.Canceled) {
		return res, err
	}
	return res, fail
}

// failed returns why a start with this outcome has failed, or nil.
func (m *managed) failed(st app.Status, begun bool, o StartOptions) *app.Error {
	if st.Failure != nil || !begun || !o.Wait.UntilReady() {
		return st.Failure
	}
	return history.Unconfirmed(filepath.Join(m.s.Kept.Dir(m.Ref), st.Run), st, ConfirmReady)
}
