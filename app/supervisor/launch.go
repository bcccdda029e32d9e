package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/meter"
	"devservers/app/probe"
	"devservers/app/projects"
	"devservers/app/run"
	"devservers/app/serving"
	"devservers/app/words"
)

// begin marks a start as in progress.
func (m *managed) begin(w want) {
	m.s.update(func() {
		m.seen = w.gen
		m.to(app.Starting, words.Reason{})
		m.raised, m.crashed, m.status.Unhealthy = nil, false, ""
		m.silent, m.remark, m.heavy = serving.Silence{}, words.Reason{}, ""
		m.status.Actor, m.status.Failure, m.status.Exit, m.status.Retry = &w.actor, nil, nil, nil
		m.status.StartedAt, m.status.ReadyAt, m.status.EndedAt, m.status.URL = nil, nil, nil, ""
	})
}

// launch starts a run. It returns nil if the run could not be started; the status then says why.
func (m *managed) launch(w want) *run.Run {
	m.s.update(func() { m.to(app.Starting, words.Reason{}); m.launching = true })
	defer m.s.update(func() { m.launching = false })
	spec, fail := m.prepare(w)
	if fail != nil {
		return m.refuse(fail)
	}
	r, err := run.Start(m.s.Kept.Dir(m.ref), spec)
	if err != nil {
		return m.refuse(app.Failf(app.CodeInternal, "look at "+m.s.o.Dirs.LogFile(), "cannot start %s: %v", m.ref, err))
	}
	m.begun(r)
	m.keep()
	m.lookForDrift()
	m.s.Files.Used(m.p.id)
	limits := m.s.global.Settings()
	m.s.Kept.Prune(m.ref, limits.RunsKept, limits.TranscriptsTotal)
	return r
}

// refuse ends a start that failed before its run began.
func (m *managed) refuse(fail *app.Error) *run.Run {
	m.s.update(func() {
		m.to(app.Stopped, words.Reason{Kind: words.NotStarted, Detail: fail.Line()})
		m.status.Failure = fail
		m.want.up = m.want.up && m.want.gen > m.seen
	})
	m.keep()
	return nil
}

// begun fills the status from a run that has just started or was adopted.
func (m *managed) begun(r *run.Run) {
	rec := r.Record()
	m.s.Activity.Touch(m.ref)
	m.s.update(func() {
		m.run = r
		st := &m.status
		st.Run, st.Port, st.PID, st.StartedAt = rec.ID, rec.Port, rec.Leader.PID, &rec.Started
		st.Actor = app.ActorOf(rec.Actor)
		switch {
		case rec.Stop != nil:
			m.to(app.Stopping, words.Reason{Kind: words.StoppingBefore})
		case rec.Kind == string(config.KindTask):
			m.to(app.Ready, words.Reason{Kind: words.Running})
		case rec.Ready != nil: // adopted
			m.to(app.Ready, words.Reason{})
			st.ReadyAt, st.Since = rec.Ready, *rec.Ready
		default:
			m.to(app.Starting, probe.WaitsFor(m.spec, rec.Port))
		}
	})
}

// prepare checks everything that can be known before a start, and returns the spec of the run.
func (m *managed) prepare(w want) (spec run.Spec, fail *app.Error) {
	server, d, fail := m.mayStart()
	if fail != nil {
		return spec, fail
	}
	dir, fail := m.s.Files.Place(d.Conf, server)
	if fail != nil {
		return spec, fail
	}
	port, fail := m.s.portFor(m.ref, server)
	if fail != nil {
		return spec, fail
	}
	env, fail := m.s.Files.Environ(d, server, dir, port)
	if fail != nil {
		return spec, fail
	}
	argv, exe, fail := projects.ArgvOf(server, m.s.Files.Allow(), env, dir)
	if fail != nil {
		return spec, fail
	}
	if fail = m.mayAsk(server, env, dir); fail != nil {
		return spec, fail
	}
	if server.HookOf != "" {
		port = 0 // it may connect to its server's port, but does not listen there
	}
	if fail = m.s.portFree(m.ref, d.Conf, port, argv); fail != nil {
		return spec, fail
	}
	limits := m.s.global.Settings()
	memory, _ := meter.Limits(server.Memory)
	return run.Spec{
		Record: run.Record{
			Project: m.ref.Project, Server: m.ref.Name, Kind: string(server.Kind), Argv: argv, Dir: dir, Port: port,
			Given: projects.Given(m.ref, server, env), Actor: w.actor.Recorded(), Started: time.Now(),
		},
		Path: exe, Env: env.List(), PTY: server.PTY, StopTimeout: server.Stop.Timeout,
		// The manager watches the whole tree; this stops a single process that outruns it.
		DataLimit: uint64(2 * memory), FileLimit: uint64(server.FileSize), Cap: limits.TranscriptSize,
	}, nil
}

// mayStart returns the current declaration if it may be started: the file can be read, it declares the server, and a
// person has trusted exactly this content.
func (m *managed) mayStart() (config.Server, *projects.Declared, *app.Error) {
	answered := m.s.Files.Refresh(m.p.id)
	m.s.mu.Lock()
	server, d, gone := m.spec, m.p.Declared, m.gone
	m.s.mu.Unlock()
	switch {
	case !answered:
		return server, d, projects.Silent(d.Reg).Problem
	case d.Problem != nil:
		return server, d, d.Problem
	case gone:
		return server, d, app.Failf(app.CodeNotFound, "declare it, or choose another", "%s is not declared in %s any more", m.ref.Name, d.Conf.File)
	}
	return server, d, m.s.Files.Trusted(d)
}
