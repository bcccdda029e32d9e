package supervisor

import (
	"devservers/app"
	"devservers/app/projects"
)

// mayRestart returns the error that the start of a restart would fail with, before the running process is touched; nil
// if there is none, or if nothing runs: then the start itself reports it.
func (m *managed) mayRestart() *app.Error {
	m.s.mu.Lock()
	up, port := m.status.State.Up() && m.status.PID != 0, m.status.Port
	m.s.mu.Unlock()
	if !up {
		return nil
	}
	server, d, fail := m.mayStart()
	if fail != nil {
		return fail
	}
	dir, fail := m.s.Files.Place(d.Conf, server)
	if fail != nil {
		return fail
	}
	if !server.Port.Auto {
		port = server.Port.Number
	}
	env, fail := m.s.Files.Environ(d, server, dir, port)
	if fail != nil {
		return fail
	}
	if _, _, fail = projects.ArgvOf(server, m.s.Files.Allow(), env, dir); fail != nil || server.HookOf != "" {
		return fail
	}
	return m.s.PortHeld(m.ref, port)
}
