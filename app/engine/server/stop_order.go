package server

import (
	"slices"

	"devservers/app"
	"devservers/app/config"
)

// Stop requests a stop of s and of the named others before any of them has begun to stop, so that each waits for those
// that need it. The ones that don't exist are left to a request of their own, which reports that. It returns the number
// of the request.
func (s *Server) Stop(p WantedProject, a app.Actor, others []string) int {
	gen := s.Ask(false, a, app.CauseAsked)
	for _, name := range others {
		other := p.Find(name)
		if other != nil && other != s && other.Want.Up {
			other.Ask(false, a, app.CauseAsked)
			other.Want.along = true
		}
	}
	return gen
}

// Stops reports whether a stop of s changes something: it runs, is about to be started, sleeps, or was requested to
// stop along with another one.
func (s *Server) Stops() bool {
	st := s.Status
	return st.State.Up() || st.Retry != nil || st.State == app.Sleeping || s.Pending() || s.Want.along
}

// needing returns the names, in order, of the servers and tasks that need s and for which is returns true.
func (s *Server) needing(p WantedProject, is func(*Server) bool) (names []string) {
	for other := range p.All() {
		needs := func(d config.Dependency) bool { return d.Name == s.Ref.Name && d.Until != config.UntilCompleted }
		if other != s && is(other) && slices.ContainsFunc(other.Spec.DependsOn, needs) {
			names = append(names, other.Ref.Name)
		}
	}
	slices.Sort(names)
	return names
}

// UsedBy returns the names of the servers that run, are wanted up, and need s.
func (s *Server) UsedBy(p WantedProject) []string {
	return s.needing(p, func(d *Server) bool { return d.Want.Up && d.Status.Lives() })
}

// HeldBy returns the names of the servers that need s, are also stopping and have not ended. A stop of s waits for
// them. Circles are refused when the file is read, so the first to end waits for nobody.
func (s *Server) HeldBy(p WantedProject) []string {
	return s.needing(p, func(d *Server) bool { return !d.Want.Up && d.Status.State.Up() })
}
