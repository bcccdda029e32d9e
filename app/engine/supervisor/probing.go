package supervisor

import (
	"context"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/engine/health"
	"devservers/app/engine/server"
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
	if !m.Status.Frozen.IsZero() {
		return config.Alive{}, m.aliveChanged
	}
	return m.alive, m.aliveChanged
}

// ail handles the result of a liveness check: it requests the end of the run if `alive:` requests a restart.
func (o *overseer) ail(n health.News) {
	o.s.update(func() {
		if o.stopping {
			return
		}
		o.m.Status.Unhealthy = n.Unhealthy
		if st := o.m.Status.State; st == app.Ready || st == app.Failing {
			o.m.Status.Serve()
		}
		if n.Restart && o.m.Want.Up && o.m.Want.Gen == o.gen {
			o.m.Status.Over = n.Unhealthy
			o.m.Ask(false, server.ByItself, app.CauseUnhealthy)
		}
	})
}
