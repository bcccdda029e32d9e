package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/engine/health"
	"devservers/app/engine/machine"
	"devservers/app/engine/server"
	"devservers/app/project"
	"devservers/app/run"
	"devservers/app/run/protocol"
)

// prepare checks everything that can be known before a start, and returns the spec of the run.
func (m *managed) prepare(w server.Want) (spec protocol.Spec, fail *app.Error) {
	wait := project.StartWait
	if w.Gen == 0 { // nothing is to be started
		wait = project.FreshWait
	}
	server, d, fail := m.mayStart(wait)
	if fail != nil {
		return spec, fail
	}
	port, fail := m.s.ports.ForRun(m.Ref, server)
	if fail != nil {
		return spec, fail
	}
	given, fail := m.s.Files.Prepare(d, server, port)
	if fail != nil {
		return spec, fail
	}
	given.Add(w.Args)
	if server.HookOf != "" {
		port = 0 // it may connect to its server's port, but does not listen there
	}
	if fail = machine.Running(m.s.holders).InWay(m.Ref, d.Conf.Dir, port, health.Engine(given.Argv)); fail != nil {
		return spec, fail
	}
	by := m.Status.Behalf(w.Actor)
	care, fail := m.s.Files.Cautious(d, server, given, by, m.Status.Decided)
	if fail != nil {
		return spec, fail
	}
	memory, _ := health.MemoryLimits(server.Memory)
	return protocol.Spec{
		Record: protocol.Record{
			Project: m.Ref.Project, Server: m.Ref.Name, Kind: string(server.Kind), Argv: given.Env.Masked(given.Argv),
			Added: given.Env.Masked(given.Added), Dir: given.Dir, Port: port,
			Given: project.Given(m.Ref, server, given.Env), Actor: protocol.Actor(w.Actor), Started: time.Now(),
			For: protocol.Actor(by), State: m.s.o.Dirs.State, Cage: care.Cage, Decided: care.Decided, Changed: care.Changed,
		},
		Path: given.Exe, Words: given.Argv, Env: given.Env.List(), PTY: server.PTY, StopTimeout: server.Stop.Timeout,
		// The manager watches the whole tree; this stops a single process that outruns it.
		DataLimit: uint64(2 * memory), FileLimit: uint64(server.FileSize), Cap: m.s.global.Settings().TranscriptSize,
	}, nil
}

// mayRestart returns the error that the start of a restart would fail with, before the running process is touched; nil
// if there is none, or if nothing runs: then the start itself reports it.
func (m *managed) mayRestart(a app.Actor) *app.Error {
	m.s.mu.Lock()
	up, port, launches, by := m.Status.Lives() && m.Status.PID != 0, m.Status.Port, m.Launches.Count, m.Status.Behalf(a)
	m.s.mu.Unlock()
	if !up {
		return nil
	}
	server, d, fail := m.mayStart(project.StartWait)
	if fail != nil {
		return fail
	}
	if !server.Port.Auto {
		port = server.Port.Number
	}
	given, fail := m.s.Files.Prepare(d, server, port)
	if fail == nil {
		_, fail = m.s.Files.Cautious(d, server, given, by, time.Time{})
	}
	if fail != nil || server.HookOf != "" {
		return fail
	}
	if err := run.Rehearse(m.s.Kept.Dir(m.Ref)); err != nil {
		return m.notStarted(err)
	}
	if server.Port.Auto { // if something has taken it, the start picks another
		return nil
	}
	fail = m.s.PortHeld(m.Ref, port)
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	if m.Launches.Now || m.Launches.Count != launches { // what has the port may be the new run, which is not known yet
		return nil
	}
	return fail
}

// mayStart returns the current declaration if it may be started: the file can be read, it declares the server, and a
// person has trusted exactly this content. It waits so long for the file.
func (m *managed) mayStart(wait time.Duration) (config.Server, *project.Declared, *app.Error) {
	answered := m.s.Files.RefreshWithin(m.p.id, wait)
	m.s.mu.Lock()
	server, d, gone := m.Spec, m.p.Declared, m.Gone
	m.s.mu.Unlock()
	switch {
	case !answered:
		return server, d, project.Silent(d.Reg, wait).Problem
	case d.Problem != nil:
		return server, d, d.Problem
	case gone:
		return server, d, app.FailAbout(app.CodeNotFound, "declare it, or choose another", m.Ref.Name,
			"is not declared in %s any more", d.Conf.File)
	}
	return server, d, m.s.Files.Trusted(d)
}
