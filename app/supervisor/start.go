package supervisor

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/runs"
	"devservers/app/words"
)

// StartOptions are the options of a start, stop or restart: its caller, and how it is waited for.
type StartOptions struct {
	Actor   app.Actor
	Wait    app.Wait
	Timeout time.Duration     // limit of the wait; 0 = until there is an answer
	Env     map[string]string // the caller's login environment, nil = keep what is known
	With    []string          // of a stop: other servers of the project to stop with it, each before what it needs
}

// Start ensures that a server runs, and waits until it is ready or has failed. A server that already runs is left
// alone. ctx and the timeout limit the wait, not the run: if they end first, the answer says that it is still starting.
func (s *Supervisor) Start(ctx context.Context, ref app.Ref, o StartOptions) (app.Result, error) {
	_, m, err := s.request(ref, o)
	if err != nil {
		return app.Result{}, err
	}
	return m.up(ctx, false, o)
}

// raise requests a start; one that runs or is on its way up is left alone, unless again is true. It returns the number
// of the request to wait for, and whether it is a new one.
func (m *managed) raise(a app.Actor, again bool) (gen int, asked bool, err error) {
	m.s.update(func() {
		switch {
		case m.p.forgetting:
			err = app.Failf(app.CodeConflict, "register it again, then start it", "%s is being forgotten", m.p.id)
		case !again && m.rising():
			gen = m.want.gen
		default:
			gen, asked = m.ask(true, a, ""), true
		}
	})
	return gen, asked, err
}

// Restart stops a server if it runs, and starts it.
func (s *Supervisor) Restart(ctx context.Context, ref app.Ref, o StartOptions) (app.Result, error) {
	_, m, err := s.request(ref, o)
	if err != nil {
		return app.Result{}, err
	}
	if err := s.Pins.Allow(m.ref, o.Actor); err != nil {
		return app.Result{}, err
	}
	if fail := m.mayRestart(); fail != nil {
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
	kind := m.spec.Kind
	s.mu.Unlock()
	if kind != config.KindTask {
		return app.Result{}, app.FailAbout(app.CodeInvalid, "start it: devservers start "+m.ref.String(), m.ref.String(), "is a server, not a task")
	}
	o.Wait = app.WaitStarted
	r, err := s.Start(ctx, m.ref, o)
	if err == nil && !r.Changed {
		return r, app.FailAbout(app.CodeConflict, "wait for it, or stop it: devservers stop "+m.ref.String(), m.ref.String(), "runs already (run %s)", r.Run)
	}
	return r, err
}

// up requests a start as raise does, and waits for its outcome.
func (m *managed) up(ctx context.Context, again bool, o StartOptions) (app.Result, error) {
	gen, asked, err := m.raise(o.Actor, again)
	if err != nil {
		return app.Result{}, err
	}
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	var st app.Status
	var w want
	var raised []string
	is := func() bool {
		st, w, raised = m.statusOf(), m.want, m.raised
		return settled(m, gen, o.Wait)
	}
	err = m.s.mu.Await(ctx, is)
	if err == nil && o.Wait != app.WaitNone && o.Wait != app.WaitStarted {
		m.confirm(ctx)
		err = m.s.mu.Await(ctx, is)
	}
	res := app.Result{Status: st, Changed: asked, Cursor: app.Cursor(st.Run, 0)}
	if asked {
		res.Started = raised
	}
	failure := st.Failure
	if failure == nil && o.Wait != app.WaitNone && o.Wait != app.WaitStarted {
		failure = runs.Unconfirmed(filepath.Join(m.s.Kept.Dir(m.ref), st.Run), st, ConfirmReady)
	}
	switch {
	case failure != nil && (o.Wait != app.WaitNone || !st.State.Up()):
		return res, failure
	case w.gen > gen && !w.up && o.Wait != app.WaitNone:
		return res, app.FailAbout(app.CodeConflict, "start it again if that was not meant", m.ref.String(), "was stopped meanwhile, by %s", w.actor)
	case errors.Is(err, context.Canceled):
		return res, err
	}
	res.Message = words.Started{
		Name: st.Name, State: string(st.State), URL: st.URL, Run: st.Run, Running: st.State == app.Running,
		Ready: st.State == app.Ready, Already: !asked, Reason: st.Reason, Others: res.Started,
	}.String()
	return res, nil
}

// settled reports whether there is an answer to the request gen; mu is held.
func settled(m *managed, gen int, wait app.Wait) bool {
	if m.want.gen > gen && !m.want.up && !m.want.ours() {
		return true
	}
	if m.seen < gen { // it will be once the previous run has ended; a caller that doesn't wait gets its answer now
		return wait == app.WaitNone && m.status.State == app.Stopping
	}
	st := m.status
	switch {
	case wait == app.WaitNone && st.Reason.Any(): // a wait has begun; otherwise there will soon be a run or a failure
		return true
	case m.want.gen > m.seen: // a newer start was requested: its answer is ours
		return false
	case st.Failure != nil || st.Exit != nil || !st.State.Up():
		return true
	case wait == app.WaitStarted || wait == app.WaitNone:
		return st.PID != 0
	}
	return st.State == app.Ready || st.State == app.Running || st.State == app.Failing
}
