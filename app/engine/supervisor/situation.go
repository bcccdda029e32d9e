package supervisor

import (
	"slices"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/engine/health"
	"devservers/app/engine/server"
	"devservers/app/run"
)

// Situation is the known state of a server or task at one moment.
type Situation struct {
	Status  app.Status
	Server  config.Server  // the current declaration, with the overlay
	Project config.Project // as last read without an error
	Problem *app.Error     // why devservers.yml can't be read, or nil
	Run     *run.Run       // the current or last run; nil if none is kept
	Heavy   string         // that its run uses much memory, or ""
	Waits   words.Reason   // why it is in its state: while it starts, what its readiness check waits for
}

// Situation returns the situation of a server or task.
func (s *Supervisor) Situation(ref app.Ref) (Situation, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return Situation{}, err
	}
	by := s.elsewhere(slices.Values([]*managed{m}))
	s.mu.Lock()
	defer s.mu.Unlock()
	return Situation{health.ShownOutside(m.statusOf(), by), m.Spec, p.Conf, p.Problem, m.Run, m.Status.Heavy,
		m.Status.Why()}, nil
}

// Status returns the status of one server or task.
func (s *Supervisor) Status(ref app.Ref) (app.Status, error) {
	now, err := s.Situation(ref)
	return now.Status, err
}

// CheckStart returns the error that a start would fail with before it runs anything, or nil.
func (s *Supervisor) CheckStart(ref app.Ref) *app.Error {
	_, m, err := s.server(ref)
	if err != nil {
		return app.AsError(err, app.CodeNotFound)
	}
	_, fail := m.prepare(server.Want{})
	return fail
}

// NextEnv returns the environment of the next start. Env files that can't be read are left out.
func (s *Supervisor) NextEnv(ref app.Ref) (map[string]string, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	server, d, port := m.Spec, p.Declared, m.statusOf().Port
	s.mu.Unlock()
	return s.Files.NextEnv(d, server, port), nil
}
