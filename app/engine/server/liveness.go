package server

import (
	"time"

	"devservers/app/config"
)

// Liveness is the liveness check that applies to a server: the one that a person trusted last.
type Liveness struct {
	check   config.Alive
	changed chan struct{} // closed and replaced by again; nil = nobody has asked for it
}

// Set replaces the check.
func (l *Liveness) Set(check config.Alive) {
	if !l.check.Equal(check) {
		l.check = check
		l.again()
	}
}

// again makes the probe ask for the check again.
func (l *Liveness) again() {
	if l.changed != nil {
		close(l.changed)
	}
	l.changed = make(chan struct{})
}

// Checks returns the liveness check that applies now, which is none while s stands still, and a channel that is closed
// when that changes.
func (s *Server) Checks() (config.Alive, <-chan struct{}) {
	if s.Alive.changed == nil {
		s.Alive.again()
	}
	if !s.Status.Frozen.IsZero() {
		return config.Alive{}, s.Alive.changed
	}
	return s.Alive.check, s.Alive.changed
}

// Freeze records that the run stands still, because it was not used up to this moment.
func (s *Server) Freeze(unused time.Time) {
	s.Status.Freeze(unused)
	s.Alive.again()
}

// Thaw records that the run continues, and reports whether it stood still.
func (s *Server) Thaw() (was bool) {
	if was = s.Status.Thaw(); was {
		s.Alive.again()
	}
	return was
}
