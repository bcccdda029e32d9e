package supervisor

import (
	"devservers/app"
	"devservers/app/config"
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
	if fail = m.mayAsk(server, env, dir); fail != nil {
		return fail
	}
	return m.s.PortHeld(m.ref, port)
}

// mayAsk returns why the readiness command can't be run, or nil. Without it a start could only end by its timeout.
func (m *managed) mayAsk(server config.Server, env projects.Environ, dir string) *app.Error {
	if server.Ready.Command == nil || server.HookOf != "" {
		return nil
	}
	server.Command = *server.Ready.Command
	_, _, fail := projects.ArgvOf(server, m.s.Files.Allow(), env, dir)
	if fail != nil {
		fail.Detail = "the readiness command can't be run: " + fail.Detail
	}
	return fail
}
