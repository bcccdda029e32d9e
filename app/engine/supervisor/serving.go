package supervisor

import (
	"devservers/app"
	"devservers/app/config"
	"devservers/app/engine/health"
)

// served is the Supervisor as a serving.Source.
type served struct{ *Supervisor }

// Serving returns the runs that were ready and have a port.
func (s served) Serving() (list []health.Listening) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for m := range s.all() {
		if m.serves() {
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
	if m := s.lookup(sub.Ref); m != nil && m.run == sub.Run && m.serves() {
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

// serves reports whether m was ready and has a port; mu is held.
func (m *managed) serves() bool {
	return m.Status.Served() && m.run != nil && m.Spec.Kind == config.KindServer
}

// subject returns m as serving sees it; mu is held.
func (m *managed) subject() health.Listening {
	ready, rec := m.Spec.Ready, m.run.Record()
	erred := m.s.shown != nil && m.s.shown(m.Ref).Errors > 0
	return health.Listening{
		Ref: m.Ref, Run: m.run, Holder: rec.Holder.PID, Port: rec.Port, Erred: erred, Told: m.Status.Silent,
		Must:    health.LooksAt(ready, rec.Port),
		Outside: health.Outside(ready, rec.Argv, rec.Port),
	}
}

// isSilent looks once whether a server that was ready does not listen on its port, though it must.
func (m *managed) isSilent() bool {
	m.s.mu.Lock()
	if !m.serves() {
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
	m := o.m
	if st := m.Status.State; o.stopping || m.Spec.Kind == config.KindTask || st != app.Ready && st != app.Failing {
		return
	}
	before := m.Status
	m.Status.Serve()
	if before.State != m.Status.State || before.Reason != m.Status.Reason {
		o.s.announce()
	}
}
