package supervisor

import (
	"context"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/engine/health"
	"devservers/app/project"
	"devservers/app/run"
)

// watchProbe starts the probe of a run and returns its news. A task has none.
func (m *managed) watchProbe(ctx context.Context, r *run.Run) <-chan health.News {
	rec := r.Record()
	if rec.End != nil || rec.Kind == string(config.KindTask) {
		return nil
	}
	m.s.mu.Lock()
	server, d := m.Spec, m.p.Declared
	m.s.mu.Unlock()
	if server.Ready.Command != nil && d.Trust != settings.Trusted { // it must not run before a person has reviewed it
		server.Ready = config.Ready{Timeout: server.Ready.Timeout}
	}
	p := health.NewProbe(health.Target{
		Ref: m.Ref, Run: r, Server: server, Alive: m.liveness,
		Argv: func(server config.Server) ([]string, string, []string, *app.Error) {
			env := m.s.Files.CheckEnviron(m.reviewed(d), server, rec.Dir, rec.Port)
			argv, exe, fail := m.s.Files.ArgvOf(server, env, rec.Dir)
			return argv, exe, env.List(), fail
		},
	})
	m.s.wg.Go(func() { p.Run(ctx) })
	return p.News
}

// reviewed returns the last declaration that a person had trusted, or d if there was none.
func (m *managed) reviewed(d *project.Declared) *project.Declared {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	if m.trusted != nil {
		return m.trusted
	}
	return d
}

// liveness returns the check that applies now, and a channel that is closed when that changes.
func (m *managed) liveness() (config.Alive, <-chan struct{}) {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	return m.Checks()
}

// ail handles the result of a liveness check.
func (o *overseer) ail(n health.News) {
	o.s.update(func() {
		if !o.stopping {
			o.m.Checked(n, o.gen)
		}
	})
}
