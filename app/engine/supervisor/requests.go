package supervisor

import (
	"context"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project"
)

// StartOptions are the options of a start, stop or restart: its caller, and how it is waited for.
type StartOptions struct {
	Actor   app.Actor
	Wait    app.Wait
	Timeout time.Duration     // limit of the wait; 0 = until there is an answer
	Env     map[string]string // the caller's login environment, nil = keep what is known
	Args    []string          // of a task: what its run adds to the command
	With    []string          // of a stop: other servers of the project to stop with it, each before what it needs
}

// limited returns ctx with the limit of the wait.
func (o StartOptions) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.Timeout > 0 {
		return context.WithTimeout(ctx, o.Timeout)
	}
	return context.WithCancel(ctx)
}

// request returns the target of a request, and keeps the caller's environment for this and later starts of the project.
func (s *Supervisor) request(ref app.Ref, o StartOptions) (*managedProject, *managed, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return nil, nil, err
	}
	s.Files.SetEnv(p.id, o.Env) // without the lock: it writes a file
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Activity.Touch(m.Ref)
	if fail := m.Takes(o.Args); fail != nil {
		return nil, nil, fail
	}
	if s.closing {
		return nil, nil, app.Failf(app.CodeConflict, "start it with: devservers start", "the manager is shutting down")
	}
	return p, m, nil
}

// server returns a server or task; a project may be given as for find.
func (s *Supervisor) server(ref app.Ref) (*managedProject, *managed, error) {
	p, err := s.find(ref.Project)
	if err != nil {
		return nil, nil, err
	}
	s.Files.Refresh(p.id)
	s.mu.Lock()
	m := p.servers[ref.Name]
	s.mu.Unlock()
	if m != nil {
		return p, m, nil
	}
	_, err = s.Files.ResolveIn(p.id, ref.Name)
	if err == nil { // it was removed just now
		err = project.UnknownName(ref.Name, p.id+" has no server or task", nil)
	}
	return nil, nil, err
}

// port returns the port that m has, or would have; mu is held.
func (m *managed) port() int {
	if m.Status.Port != 0 {
		return m.Status.Port
	}
	return m.s.ports.Of(m.Ref, m.Spec.Port)
}

// statusOf returns a server's status, including what other parts own; mu is held.
func (m *managed) statusOf() app.Status {
	st := m.Shown()
	st.Pinned = m.s.Pins.Has(m.Ref)
	st.Overlay = m.overlay
	if strings.HasPrefix(st.URL, "http://") {
		if host := app.HostName(m.Ref); host != "" {
			st.NamedURL = m.s.under(host)
		}
	}
	st.Port = m.port()
	if m.Run != nil {
		m.addSeen(&st)
		st.Log = m.s.Kept.Dir(m.Ref) + "/latest.log"
		st.ViewerURL = m.s.Kept.ViewerURL(m.Ref, st.Run)
		st.ChangedSinceStart = m.Drift()
		st.ConfigChanged = len(st.ChangedSinceStart) > 0
	}
	return st
}

// addSeen adds what the run of st uses, and what is wrong in its output; mu is held.
func (m *managed) addSeen(st *app.Status) {
	if m.Status.Lives() {
		use := m.s.Meter.Usage(m.Ref)
		st.CPU, st.Memory, st.Processes = use.CPU, use.Memory, use.Processes
	}
	if m.s.shown == nil {
		return
	}
	out := m.s.shown(m.Ref)
	st.Errors, st.Warnings = out.Errors, out.Warnings
	if st.State.Up() || st.EndedByItself() {
		st.Broken = out.Broken
	}
	plain := !m.Status.Reason.Any() || m.Status.Reason.Kind == words.Unchecked
	if st.State == app.Ready && !out.FailsSince.IsZero() && plain {
		st.Reason = words.Reason{Kind: words.AnswersFail, Since: out.FailsSince, Detail: out.Newest}.String()
	}
	if r := m.Status.Reason; r.Kind == words.NotListening || r.Kind == words.NotAccepting {
		r.Detail = out.Newest
		st.Reason = r.String()
	}
}
