package app

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
	"time"

	"devservers/app/config"
	"devservers/app/run"
)

// StartOptions bound how a start, stop or restart is asked for and waited for.
type StartOptions struct {
	Actor   Actor
	Wait    string            // ready (default), started, none
	Timeout time.Duration     // of the waiting, 0 = until there is an answer
	Env     map[string]string // the caller's login environment, nil = keep what is known
}

// request finds who is asked for, and keeps the caller's environment for this and later starts of the project.
func (s *Supervisor) request(ref Ref, o StartOptions) (*project, *managed, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m.active.last = time.Now()
	if o.Env != nil {
		p.env = o.Env
	}
	if s.closing {
		return nil, nil, failf(CodeConflict, "start it again: devservers serve", "the manager is ending")
	}
	return p, m, nil
}

// server finds a server or task; a project may be given as for find.
func (s *Supervisor) server(ref Ref) (*project, *managed, error) {
	p, err := s.find(ref.Project)
	if err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refresh(p)
	if m := p.servers[ref.Name]; m != nil {
		return p, m, nil
	}
	if p.problem != nil {
		return nil, nil, p.problem
	}
	e := failf(CodeNotFound, "", "%s has no server or task %q", p.reg.ID, ref.Name)
	for name := range p.servers {
		e.Choices = append(e.Choices, name)
	}
	sort.Strings(e.Choices)
	if len(e.Choices) > 0 {
		e.Hint = "it has " + strings.Join(e.Choices, ", ")
	}
	return nil, nil, e
}

// Status tells what is of one server or task.
func (s *Supervisor) Status(ref Ref) (Status, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return Status{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.statusOf(p, m), nil
}

// statusOf completes a server's status with what others own; mu is held.
func (s *Supervisor) statusOf(p *project, m *managed) Status {
	st := m.status
	st.Project, st.Name, st.Kind = m.ref.Project, m.ref.Name, m.spec.Kind
	st.Want = map[bool]string{true: "up", false: "down"}[m.want.up]
	st.CPU, st.Memory, st.Processes = m.usage.cpu, m.usage.memory, m.usage.processes
	st.Autostart, st.Command, st.Dir = m.spec.Autostart, m.spec.Command.Source, m.spec.WorkingDir
	if st.Port == 0 {
		st.Port = m.spec.Port.Number
		if m.spec.Port.Auto {
			st.Port = s.ports.known(m.ref.String())
		}
	}
	if m.run != nil {
		st.Log = s.runsDir(m.ref) + "/latest.log"
		st.ViewerURL = s.viewerURL(m.ref, st.Run)
		st.ConfigChanged = st.State.Up() && !m.gone && m.run.Record().Config != m.spec.SpecHash()
	}
	return st
}

// viewerURL is the page of a run.
func (s *Supervisor) viewerURL(ref Ref, id string) string {
	return s.o.URL + "/p/" + ref.Project + "/" + ref.Name + "/runs/" + id
}

// Start ensures that a server runs, and waits until it is ready or can't be. A server that runs already is left
// alone. ctx and the timeout bound the waiting, not the run: when they end first, the answer says that it still
// starts.
func (s *Supervisor) Start(ctx context.Context, ref Ref, o StartOptions) (Result, error) {
	p, m, err := s.request(ref, o)
	if err != nil {
		return Result{}, err
	}
	gen, asked := 0, false
	s.update(func() {
		st := m.status.State
		if m.want.up && (st == Starting || st == Ready || m.seen < m.want.gen) {
			gen = m.want.gen
			return
		}
		gen, asked = m.ask(true, o.Actor, ""), true
	})
	return s.awaitUp(ctx, p, m, gen, asked, o)
}

// Restart stops a server that runs, and starts it.
func (s *Supervisor) Restart(ctx context.Context, ref Ref, o StartOptions) (Result, error) {
	p, m, err := s.request(ref, o)
	if err != nil {
		return Result{}, err
	}
	var gen int
	s.update(func() { gen = m.ask(true, o.Actor, "") })
	return s.awaitUp(ctx, p, m, gen, true, o)
}

// RunTask starts a task, and answers as soon as its command runs.
func (s *Supervisor) RunTask(ctx context.Context, ref Ref, o StartOptions) (Result, error) {
	_, m, err := s.request(ref, o)
	if err != nil {
		return Result{}, err
	}
	s.mu.Lock()
	kind := m.spec.Kind
	s.mu.Unlock()
	if kind != config.KindTask {
		return Result{}, failf(CodeInvalid, "start it: devservers start "+m.ref.String(), "%s is a server, not a task", m.ref)
	}
	o.Wait = "started"
	r, err := s.Start(ctx, m.ref, o)
	if err == nil && !r.Changed {
		return r, failf(CodeConflict, "wait for it, or stop it: devservers stop "+m.ref.String(), "%s runs already (run %s)", m.ref, r.Run)
	}
	return r, err
}

// awaitUp waits for what came of the request gen.
func (s *Supervisor) awaitUp(ctx context.Context, p *project, m *managed, gen int, asked bool, o StartOptions) (Result, error) {
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	var st Status
	var w want
	err := s.await(ctx, func() bool {
		st, w = s.statusOf(p, m), m.want
		return o.Wait == "none" || settled(m, gen, o.Wait)
	})
	res := Result{Status: st, Changed: asked, Cursor: Cursor(st.Run, 0)}
	switch {
	case st.Failure != nil && o.Wait != "none":
		return res, st.Failure
	case w.gen > gen && !w.up && o.Wait != "none":
		return res, failf(CodeConflict, "start it again if that was not meant", "%s was asked to stop meanwhile, by %s", m.ref, w.actor.Kind)
	case errors.Is(err, context.Canceled):
		return res, err
	}
	res.Message = upMessage(st, asked)
	return res, nil
}

// settled tells whether there is an answer to the request gen; mu is held.
func settled(m *managed, gen int, wait string) bool {
	if m.want.gen > gen && !m.want.up && m.want.cause != "memory" {
		return true
	}
	if m.seen < gen {
		return false
	}
	st := m.status
	switch {
	case m.want.gen > m.seen: // another start was asked for: that one's answer is ours
		return false
	case st.Failure != nil || st.Exit != nil || !st.State.Up():
		return true
	case wait == "started":
		return st.PID != 0
	}
	return st.State == Ready
}

func upMessage(st Status, asked bool) string {
	where := ""
	if st.URL != "" {
		where = " at " + st.URL
	}
	switch {
	case st.Kind == config.KindTask && st.Exit == nil:
		return fmt.Sprintf("%s runs (run %s)", st.Name, st.Run)
	case st.State == Ready && !asked:
		return fmt.Sprintf("%s is ready already%s (run %s)", st.Name, where, st.Run)
	case st.State == Ready:
		return fmt.Sprintf("%s is ready%s (run %s)", st.Name, where, st.Run)
	case st.State == Starting:
		return fmt.Sprintf("%s still starts: it %s", st.Name, st.Reason)
	}
	return fmt.Sprintf("%s is %s", st.Name, st.State)
}

// Stop ends a server's whole tree and returns when nothing of it is left.
func (s *Supervisor) Stop(ctx context.Context, ref Ref, o StartOptions) (Result, error) {
	p, m, err := s.request(ref, StartOptions{Actor: o.Actor})
	if err != nil {
		return Result{}, err
	}
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	gen, was := 0, false
	s.update(func() {
		was = m.status.State.Up() || m.seen < m.want.gen
		gen = m.ask(false, o.Actor, "asked")
		if !was && m.status.State == Sleeping {
			was = true
		}
	})
	var st Status
	var r *run.Run
	err = s.await(ctx, func() bool {
		st, r = s.statusOf(p, m), m.run
		return o.Wait == "none" || m.seen >= gen
	})
	res := Result{Status: st, Changed: was, Cursor: Cursor(st.Run, 0)}
	if err != nil {
		return res, failf(CodeNotReady, "it goes on stopping: devservers status "+m.ref.String(), "%s has not ended yet: it %s", m.ref, st.Reason)
	}
	res.Message = downMessage(st, r, was)
	return res, nil
}

func downMessage(st Status, r *run.Run, was bool) string {
	if !was {
		return st.Name + " was not running"
	}
	text := st.Name + " is stopped"
	if r == nil {
		return text
	}
	gone := r.Record().Gone
	if gone == nil {
		return text
	}
	text += fmt.Sprintf(" (took %s", lifetime(gone.Took))
	if gone.Killed > 0 {
		text += fmt.Sprintf("; %d processes ignored the signal and were killed", gone.Killed)
	}
	return text + ")"
}

// living gives the run of a server that lives.
func (s *Supervisor) livingRun(ref Ref) (*run.Run, error) {
	_, m, err := s.server(ref)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m.active.last = time.Now()
	if m.run == nil || m.run.Gone() {
		return nil, failf(CodeConflict, "start it: devservers start "+m.ref.String(), "%s does not run", m.ref)
	}
	return m.run, nil
}

// Input types data into a server's terminal.
func (s *Supervisor) Input(ref Ref, data []byte) error {
	r, err := s.livingRun(ref)
	if err != nil {
		return err
	}
	return overAsConflict(r.Input(data))
}

// Resize sets the size of a server's terminal.
func (s *Supervisor) Resize(ref Ref, cols, rows int) error {
	if cols < 1 || rows < 1 || cols > 4096 || rows > 4096 {
		return failf(CodeInvalid, "use 1 to 4096", "a terminal of %d x %d is not possible", cols, rows)
	}
	r, err := s.livingRun(ref)
	if err != nil {
		return err
	}
	return overAsConflict(r.Resize(cols, rows))
}

// Signal sends a signal to the command itself, not to its tree.
func (s *Supervisor) Signal(ref Ref, signal string, a Actor) error {
	sig, ok := run.ParseSignal(signal)
	if !ok {
		return failf(CodeInvalid, "use a name such as INT, HUP or USR1", "%q is not a signal", signal)
	}
	r, err := s.livingRun(ref)
	if err != nil {
		return err
	}
	return overAsConflict(r.Signal(sig))
}

func overAsConflict(err error) error {
	if errors.Is(err, run.ErrOver) {
		return failf(CodeConflict, "", "the run has just ended")
	}
	return err
}
