package server

import (
	"strings"

	"devservers/app"
)

// Drift is how the declaration differs from what a run was started with, for one state of the files.
type Drift struct {
	run   string
	names []string // variables and keys of devservers.yml
	told  string   // the run and its changes that the last event named
}

// Drifted records what a new run would be given differently than the current one.
func (s *Server) Drifted(names []string) { s.drift.run, s.drift.names = s.Run.Record().ID, names }

// Drift returns the names of variables and devservers.yml keys that have changed since the run of s started.
func (s *Server) Drift() []string {
	if s.Run == nil || !s.Status.Lives() || s.Gone || s.drift.run != s.Run.Record().ID {
		return nil
	}
	return s.drift.names
}

// DriftNews returns an event that names what has changed since s was started, if there is anything new.
func (s *Server) DriftNews() (list []app.Event) {
	names := s.Drift()
	drift := s.Status.Run + ":" + strings.Join(names, " ")
	if len(names) == 0 || drift == s.drift.told {
		return nil
	}
	s.drift.told = drift
	return []app.Event{{Event: app.EventConfig, Run: s.Status.Run, Changed: names,
		Message: "changed since it was started: " + strings.Join(names, ", ")}}
}
