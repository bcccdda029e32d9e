package supervisor

import (
	"devservers/app"
	"devservers/app/config"
	"devservers/app/ports"
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
}

// Situation returns the situation of a server or task.
func (s *Supervisor) Situation(ref app.Ref) (Situation, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return Situation{}, err
	}
	held := ports.Held()
	s.mu.Lock()
	defer s.mu.Unlock()
	return Situation{outside(m.statusOf(), held, s.uses), m.spec, p.Conf, p.Problem, m.run, m.heavy}, nil
}

// CheckStart returns the error that a start would fail with before it runs anything, or nil.
func (s *Supervisor) CheckStart(ref app.Ref) *app.Error {
	_, m, err := s.server(ref)
	if err != nil {
		return app.AsError(err, app.CodeNotFound)
	}
	_, fail := m.prepare(want{})
	return fail
}

// NextEnv returns the environment of the next start. Env files that can't be read are left out.
func (s *Supervisor) NextEnv(ref app.Ref) (map[string]string, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	server, d, port := m.spec, p.Declared, m.statusOf().Port
	s.mu.Unlock()
	env, fail := s.Files.Environ(d, server, server.WorkingDir, port)
	if fail != nil {
		env = s.Files.Login(s.Files.EnvOf(ref.Project))
		env.Declared(d.Conf, server)
	}
	return env.Values(), nil
}

// PortHeld returns the error of a start whose port is held by a process that is not the server's own, or nil.
func (s *Supervisor) PortHeld(ref app.Ref, port int) *app.Error {
	p, _, err := s.server(ref)
	list, failed := ports.Listening(port)
	if err != nil || failed != nil || port == 0 {
		return nil
	}
	s.mu.Lock()
	dir := p.Conf.Dir
	s.mu.Unlock()
	for _, l := range list {
		if o := s.ownerOf(l, dir); l.Local() && o.Server != ref.String() {
			return portHeld(ref, o)
		}
	}
	return nil
}

// DeclaredAt returns the server that is declared to listen on a port and whether it runs; ref is "" if there is none.
func (s *Supervisor) DeclaredAt(port int) (ref string, up bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids(s.projects) {
		for _, m := range s.projects[id].inOrder() {
			if m.spec.Port.Number == port || m.spec.Port.Auto && s.ports.Port(m.ref.String()) == port {
				return m.ref.String(), m.status.State.Up()
			}
		}
	}
	return "", false
}
