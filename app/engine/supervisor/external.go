package supervisor

import (
	"iter"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/engine/health"
)

// lookOutside updates the status of a server that devservers doesn't run, and returns a channel that fires when it
// should be looked at again; nil if devservers runs it. Only m's goroutine calls it.
func (m *managed) lookOutside() <-chan time.Time {
	m.s.mu.Lock()
	follow, stale := m.Outside, m.Status.State == app.External
	m.s.mu.Unlock()
	if !follow {
		if stale { // devservers.yml has changed
			m.s.update(func() { m.Status.Outside(m.Status.Port, "", "", false) })
		}
		return nil
	}
	seen := m.seenOutside()
	if !seen.Serves && m.s.follow.Has(m.Ref) {
		m.release()
	}
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	if m.Status.Outside(seen.Port, seen.URL, seen.By, seen.Serves) {
		m.s.announce()
	}
	return time.After(app.UntilBeat(health.OutsideEvery))
}

// seenOutside looks whether something else serves in place of m. A file that nobody has reviewed sends no requests.
func (m *managed) seenOutside() health.Sighting {
	m.s.mu.Lock()
	spec, reviewed := m.Spec, m.p.Trust == settings.Trusted
	m.s.mu.Unlock()
	spec.Port = config.Port{Number: m.s.ports.Of(m.Ref, spec.Port)}
	if !reviewed || !spec.External {
		spec.Ready = config.Ready{}
	}
	return health.LookOutside(m.s.ctx, spec, &m.s.owners)
}

// release stops tracking what serves in place of m.
func (m *managed) release() {
	if err := m.s.follow.Set(m.Ref, false); err != nil {
		m.s.log.Warn("cannot note that a server is not followed any more", "server", m.Ref.String(), "error", err)
	}
	m.s.update(func() { m.Outside = m.Spec.External; m.Wake() })
}

// answerOutside answers the start of a server that devservers doesn't run.
func (m *managed) answerOutside() (app.Result, error) {
	seen := m.seenOutside()
	st, err := m.s.Status(m.Ref)
	if err != nil {
		return app.Result{}, err
	}
	return seen.Answer(st)
}

// mayEnd returns the error of a request to end a server that devservers doesn't run, or nil.
func (m *managed) mayEnd() error {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	if !m.Outside {
		return nil
	}
	return health.NotOurs(m.Ref)
}

// Adopt follows the process that serves the port of a server in its place, until it ends or the server is stopped: it
// is looked at and shown, other servers may depend on it, and it gets no signals.
func (s *Supervisor) Adopt(ref app.Ref, a app.Actor) (app.Result, error) {
	_, m, err := s.server(ref)
	if err != nil {
		return app.Result{}, err
	}
	if a.IsAgent() {
		return app.Result{}, app.Failf(app.CodeNeedsHuman, "run devservers adopt, or use the page",
			"only a person can adopt a server")
	}
	s.mu.Lock()
	up, has, kind := m.Busy(), m.Outside, m.Spec.Kind
	s.mu.Unlock()
	seen := m.seenOutside()
	if err := seen.MayAdopt(m.Ref, up || kind == config.KindTask); err != nil {
		return app.Result{}, err
	}
	if err := s.follow.Set(m.Ref, true); err != nil {
		return app.Result{}, err
	}
	s.update(func() {
		m.Outside = true
		m.Wake()
	})
	st, err := s.Status(m.Ref)
	return app.Result{Status: st, Changed: !has, Message: words.IsServed(st.Name, seen.URL, seen.By)}, err
}

// elsewhere returns what serves the ports of the servers in list that don't run, by port. list is read under mu.
func (s *Supervisor) elsewhere(list iter.Seq[*managed]) map[int]string {
	var open []int
	s.mu.Lock()
	for m := range list {
		if port := m.port(); port != 0 && !m.Status.Lives() && !m.Outside && m.Spec.Kind == config.KindServer {
			open = append(open, port)
		}
	}
	used := map[int]bool{} // by our own
	for m := range s.all() {
		used[m.Status.Port] = used[m.Status.Port] || m.Status.Lives()
	}
	s.mu.Unlock()
	return s.owners.OfHeld(slices.DeleteFunc(open, func(port int) bool { return used[port] }))
}
