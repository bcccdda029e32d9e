package supervisor

import (
	"devservers/app/engine/health"
	"devservers/app/engine/machine"
)

// watchListeners verifies until the supervisor ends which servers serve.
func (s *Supervisor) watchListeners() {
	closings := machine.NewClosings()
	defer closings.Close()
	health.WatchListeners(s.ctx, served{s}, closings)
}

// served is the Supervisor for the watch of ports in health.
type served struct{ *Supervisor }

// Serving returns the runs that were ready and have a port.
func (s served) Serving() (list []health.Listening) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for m := range s.all() {
		if m.Serves() {
			list = append(list, m.subject())
		}
	}
	return list
}

// Begun returns a channel that has a signal once a run is ready.
func (s served) Begun() <-chan struct{} { return s.becameReady }

// Silent records whether a run serves, and wakes its server.
func (s served) Silent(sub health.Listening, now health.Silence) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.lookup(sub.Ref); m != nil && m.Run == sub.Run && m.Serves() {
		m.Status.Silent = now
		m.Wake()
	}
}

// verifyFromNow lets serving verify, as a run may be ready now.
func (s *Supervisor) verifyFromNow() {
	select {
	case s.becameReady <- struct{}{}:
	default:
	}
}

// subject returns m as serving sees it; mu is held.
func (m *managed) subject() health.Listening {
	return m.Listening(m.s.shown != nil && m.s.shown(m.Ref).Errors > 0)
}

// isSilent looks once whether a server that was ready does not listen on its port, though it must.
func (m *managed) isSilent() bool {
	m.s.mu.Lock()
	if !m.Serves() {
		m.s.mu.Unlock()
		return false
	}
	seen := m.subject()
	m.s.mu.Unlock()
	return seen.Must && !health.Listens(seen)
}

// verify brings the state of a run that was ready in line with what was seen of it.
func (o *overseer) verify() {
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	if !o.stopping && o.m.Verify() {
		o.s.announce()
	}
}
