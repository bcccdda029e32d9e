package supervisor

import (
	"context"
	"time"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/app/engine/health"
	"devservers/app/engine/server"
)

// What tests of the whole package need of its inside.

const IdleLook = idleLook

func (s *Supervisor) Await(ctx context.Context, is func() bool) error { return s.mu.Await(ctx, is) }

func (s *Supervisor) Update(change func()) { s.update(change) }

func (s *Supervisor) Metered() health.Trees { return metered{s} }

func (s *Supervisor) Global() *settings.File { return s.global }

// Servers returns how many servers of a project are known; its caller holds the lock.
func (s *Supervisor) Servers(project string) int { return len(s.projects[project].servers) }

// DriftOf returns what has changed since a server's start, as far as it is known without reading a file; its caller
// holds the lock.
func (s *Supervisor) DriftOf(ref app.Ref) []string { return s.lookup(ref).statusOf().ChangedSinceStart }

func (s *Supervisor) WantOf(ref app.Ref) server.Want { return s.lookup(ref).Want }

// AskAndClose requests a start in the moment in which the manager begins to end. The result reports whether the server
// waits or has run; its caller holds the lock.
func (s *Supervisor) AskAndClose(ref app.Ref, by app.Actor) func() bool {
	m := s.lookup(ref)
	s.update(func() {
		m.Ask(true, by, app.CauseAsked)
		s.closing = true
	})
	return func() bool { return m.Status.State == app.Waiting || m.Status.Run != "" }
}

// MayRestart is mayRestart while a server is being launched, so that its run is not known yet, or later.
func (s *Supervisor) MayRestart(ref app.Ref, launching bool) (fail *app.Error) {
	m := s.lookup(ref)
	r := m.Run
	s.update(func() {
		m.Launches.Now = launching
		if launching {
			m.Run = nil
		}
	})
	defer s.update(func() { m.Run, m.Launches.Now = r, false })
	return m.mayRestart(app.Actor{})
}

// Panics supervises a server of no project, which panics, and reports whether it did.
func (s *Supervisor) Panics() bool {
	m := &managed{s: s, Server: server.Server{Ref: app.Ref{Project: "app", Name: "broken"},
		Want: server.Want{Gen: 1, Up: true}}}
	return m.supervised(func() {})
}

// RestartEdited restarts a server for an edit, and returns why it did not.
func (s *Supervisor) RestartEdited(ref app.Ref, files ...string) (kept string) {
	m := s.lookup(ref)
	m.restartEdited(server.WatchedEdit{Files: files})
	s.mu.Lock()
	defer s.mu.Unlock()
	return m.Guard.Kept
}

// SleepsAfter sets how long a server is idle before it sleeps to make room.
func (s *Supervisor) SleepsAfter(d time.Duration) { s.budget.Idle = d }
