package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"devservers/app/config"
	"devservers/app/run"
)

// begin says that a start is on its way.
func (s *Supervisor) begin(m *managed, w want) {
	s.update(func() {
		m.seen = w.gen
		m.to(Starting, "")
		m.raised, m.crashed, m.status.Unhealthy = nil, false, ""
		m.status.Actor, m.status.Failure, m.status.Exit, m.status.Retry = &w.actor, nil, nil, nil
		m.status.StartedAt, m.status.ReadyAt, m.status.EndedAt, m.status.URL = nil, nil, nil, ""
	})
}

// launch starts a run; nil: it could not be started, and the status says why.
func (s *Supervisor) launch(p *project, m *managed, w want) *run.Run {
	s.update(func() { m.to(Starting, ""); m.launching = true })
	defer s.update(func() { m.launching = false })
	spec, fail := s.prepare(p, m, w)
	if fail != nil {
		return s.refuse(m, fail)
	}
	r, err := run.Start(s.runsDir(m.ref), spec)
	if err != nil {
		return s.refuse(m, failf(CodeInternal, "look at "+s.o.Dirs.LogFile(), "cannot start %s: %v", m.ref, err))
	}
	s.begun(m, r)
	s.keep(m)
	s.used(p)
	s.prune(m.ref)
	return r
}

// refuse ends a start that came to nothing.
func (s *Supervisor) refuse(m *managed, fail *Error) *run.Run {
	s.update(func() {
		m.to(Stopped, firstLine(fail.Detail))
		m.status.Failure = fail
		m.want.up = m.want.up && m.want.gen > m.seen
	})
	s.keep(m)
	return nil
}

// begun fills the status from a run that has just started, or was taken up.
func (s *Supervisor) begun(m *managed, r *run.Run) {
	rec := r.Record()
	s.update(func() {
		m.run, m.active.last = r, time.Now()
		st := &m.status
		st.Run, st.Port, st.PID, st.StartedAt = rec.ID, rec.Port, rec.Leader.PID, &rec.Started
		st.Actor = &Actor{Kind: rec.Actor.Kind, Client: rec.Actor.Client}
		switch {
		case rec.Stop != nil:
			m.to(Stopping, "waits for its processes to end, as the manager before this one asked")
		case rec.Kind == string(config.KindTask):
			m.to(Ready, "runs")
		case rec.Ready != nil: // taken up
			m.to(Ready, "")
			st.ReadyAt, st.Since = rec.Ready, *rec.Ready
		default:
			m.to(Starting, waitsFor(m.spec, rec.Port))
		}
	})
}

// used notes in config.yml when the project was last used.
func (s *Supervisor) used(p *project) {
	now := time.Now().UTC().Truncate(time.Second)
	if err := s.global.Touch(p.reg.ID, now); err != nil {
		s.log.Warn("cannot note that a project was used", "project", p.reg.ID, "error", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p.reg.LastAccessed = now
}

// prepare checks all that can be known before a start, and makes the spec of the run.
func (s *Supervisor) prepare(p *project, m *managed, w want) (spec run.Spec, fail *Error) {
	server, conf, allow, base, fail := s.declared(p, m)
	if fail != nil {
		return spec, fail
	}
	dir, fail := s.place(conf, server)
	if fail != nil {
		return spec, fail
	}
	port, fail := s.portFor(ownerOfPort(m.ref, server), server)
	if fail != nil {
		return spec, fail
	}
	env, fail := s.environ(conf, server, base, dir, port)
	if fail != nil {
		return spec, fail
	}
	argv, exe, fail := command(server, allow, env, dir)
	if fail != nil {
		return spec, fail
	}
	if server.HookOf != "" {
		port = 0 // it may talk to its server's port, and does not listen there
	}
	if fail = s.portFree(m.ref, conf, port); fail != nil {
		return spec, fail
	}
	limits := s.global.Settings()
	return run.Spec{
		Record: run.Record{
			Project: m.ref.Project, Server: m.ref.Name, Kind: string(server.Kind), Argv: argv, Dir: dir, Port: port,
			Config: server.SpecHash(), Given: given(m.ref, server, env), Actor: run.Actor(w.actor), Started: time.Now(),
		},
		Path: exe, Env: env.list(), PTY: server.PTY, StopTimeout: server.Stop.Timeout,
		// The manager watches the whole tree; this stops a single process that outruns it.
		DataLimit: uint64(2 * server.Memory), FileLimit: uint64(server.FileSize), Cap: limits.TranscriptSize,
	}, nil
}

// declared gives what the file declares now, if it may be started.
func (s *Supervisor) declared(p *project, m *managed) (config.Server, config.Project, config.Allow, map[string]string, *Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refresh(p)
	return m.spec, p.conf, s.allow(), p.env, s.mayStart(p.conf, p.problem, m.gone, m)
}

// mayStart: the file can be read, declares it, and a person has trusted exactly this content.
func (s *Supervisor) mayStart(conf config.Project, problem *Error, gone bool, m *managed) *Error {
	if problem != nil {
		return problem
	}
	if gone {
		return failf(CodeNotFound, "declare it, or choose another", "%s is not declared in %s any more", m.ref.Name, conf.File)
	}
	switch s.trust.State(conf) {
	case config.Trusted:
		return nil
	case config.Changed:
		return failf(CodeNeedsHuman, "a person looks at the change and runs `devservers trust` in "+conf.Dir,
			"%s has changed since it was trusted", conf.File)
	}
	return failf(CodeNeedsHuman, "a person looks at the commands and runs `devservers trust` in "+conf.Dir,
		"the commands of %s are not trusted yet", conf.File)
}

// place checks again where the project and the working directory are: both may have been swapped since they were
// registered.
func (s *Supervisor) place(conf config.Project, server config.Server) (string, *Error) {
	if _, err := config.Check(s.o.Dirs.Home, conf.Dir, s.o.Dirs.private()...); err != nil {
		return "", asError(err, CodeForbidden)
	}
	dir, err := config.CheckPlace(conf.Dir, server.WorkingDir)
	if err != nil {
		e := asError(err, CodeWorkingDir)
		e.Detail = "the working directory can't be used: " + e.Detail
		return "", e
	}
	return dir, nil
}

// command expands the command line and finds its executable on the run's own PATH.
func command(server config.Server, allow config.Allow, env environ, dir string) (argv []string, exe string, fail *Error) {
	argv, err := server.Command.Expand(env.get)
	if err != nil {
		return nil, "", asError(err, CodeEnvironment)
	}
	if len(argv) == 0 {
		return nil, "", failf(CodeConfig, "write a command", "the command of %s is empty", server.Name)
	}
	exe, err = allow.Resolve(argv[0], dir, env["PATH"].value)
	if err != nil {
		return nil, "", asError(err, CodeExecutable)
	}
	return argv, exe, nil
}

// execFailure says why the command could not be executed.
func execFailure(rec run.Record) *Error {
	e := failf(CodeExecutable, "", "%s could not be executed: %s", rec.Argv[0], rec.End.Error)
	switch syscall.Errno(rec.End.Errno) {
	case syscall.ENOENT:
		e.Hint = "it exists, so its interpreter (the #! line) or its loader is missing; or the working directory is gone"
	case syscall.EACCES:
		e.Hint = "make it executable: chmod +x"
	case syscall.ENOEXEC:
		e.Hint = "it is neither a program for this machine nor a script with a #! line"
	case syscall.E2BIG:
		e.Hint = "the command line and the environment together are too long"
	case syscall.EMFILE, syscall.ENFILE:
		e.Hint = "too many files are open: raise `ulimit -n`"
	case syscall.EAGAIN:
		e.Hint = "too many processes run: raise `ulimit -u`, or stop some"
	}
	return e
}

// runsDir holds the runs of one server.
func (s *Supervisor) runsDir(ref Ref) string {
	return filepath.Join(s.o.Dirs.RunsDir(), ref.Project, ref.Name)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// missing tells whether err says that something is not there.
func missing(err error) bool { return errors.Is(err, os.ErrNotExist) }
