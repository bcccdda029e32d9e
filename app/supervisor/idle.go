package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/ports"
)

// activity records the use that keeps a server from being idle; mu guards it.
type activity struct {
	last    time.Time // when it was last used
	viewers int       // current viewers
}

// idleLook is how often the connections to an idle server's port are looked at. It is shorter than the minute for which
// the kernel lists a closed connection, so that short ones are seen too.
const idleLook = 15 * time.Second

// Touch marks a server as used, so that it is not idle.
func (s *Supervisor) Touch(ref app.Ref) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.lookup(ref); m != nil {
		m.active.last = time.Now()
	}
}

// Activity returns the number of current viewers of a server, and when it was last used otherwise.
func (s *Supervisor) Activity(ref app.Ref) (viewers int, last time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.lookup(ref); m != nil {
		viewers, last = m.active.viewers, m.active.last
	}
	return viewers, last
}

// attend counts a viewer of a server until the returned function is called.
func (s *Supervisor) attend(ref app.Ref) (leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.lookup(ref)
	if m == nil {
		return func() {}
	}
	m.active.viewers++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		m.active.viewers--
		m.active.last = time.Now()
	}
}

// lookup finds a server without reading its file again; mu is held.
func (s *Supervisor) lookup(ref app.Ref) *managed {
	if p := s.projects[ref.Project]; p != nil {
		return p.servers[ref.Name]
	}
	return nil
}

// idleTimeout returns the first that is set of the server's, its file's, the project's in config.yml, and config.yml's;
// mu is held.
func (m *managed) idleTimeout() time.Duration {
	for _, d := range []*time.Duration{m.spec.IdleTimeout, m.p.Conf.IdleTimeout, m.p.Reg.IdleTimeout} {
		if d != nil {
			return *d
		}
	}
	return m.s.global.Settings().IdleTimeout
}

// setIdle stops a server that was idle for its timeout, and otherwise sets the timer for the next look. Timers use the
// monotonic clock, so neither a change of the wall clock nor a suspended machine stops a server.
func (o *overseer) setIdle(timer *time.Timer) {
	o.s.mu.Lock()
	m := o.m
	timeout, port := m.idleTimeout(), m.status.Port
	watched := timeout > 0 && !o.s.pins.has(m.ref) && (m.status.State == app.Ready || m.status.State == app.Failing) && m.spec.Kind == config.KindServer && !o.stopping
	if !watched {
		m.countDown(nil)
		o.s.mu.Unlock()
		timer.Reset(time.Hour)
		return
	}
	if m.active.viewers > 0 {
		m.active.last = time.Now()
	}
	o.s.mu.Unlock()
	var used time.Time
	if port != 0 {
		used = ports.Used(port) // without the lock: it queries the kernel
	}
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	if used.After(m.active.last) {
		m.active.last = used
	}
	left := timeout - time.Since(m.active.last)
	if left <= 0 {
		m.ask(false, app.Actor{Kind: app.ActorIdle}, app.CauseIdle)
		return
	}
	at := time.Now().Add(left)
	m.countDown(&at)
	timer.Reset(min(left, idleLook))
}

// countDown sets when a server will be stopped for being idle; nil means not for now. It wakes waiters, but not for a
// move of less than a second, which a server in use makes at each look; mu is held.
func (m *managed) countDown(at *time.Time) {
	old := m.status.IdleStop
	if at == nil && old == nil || at != nil && old != nil && at.Sub(*old).Abs() < time.Second {
		return
	}
	m.status.IdleStop = at
	m.s.announce()
}
