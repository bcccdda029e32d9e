package supervisor

import (
	"context"
	"time"

	"devservers/app"
	"devservers/app/engine/server"
)

// FilesEdited restarts the servers of a project that watch one of these files, which changed at the given time.
func (s *Supervisor) FilesEdited(project string, files []string, at time.Time) {
	var restarts []func(context.Context)
	s.update(func() {
		p := s.projects[project]
		if p == nil || p.forgetting {
			return
		}
		for _, m := range p.servers {
			if e, ok := m.Edited(files, at); ok {
				restarts = append(restarts, func(ctx context.Context) {
					if app.Pause(ctx, e.Wait) {
						m.restartEdited(e)
					}
				})
			}
		}
	})
	for _, restart := range restarts {
		s.Go(restart)
	}
}

// restartEdited restarts m for an edit of files that it watches.
func (m *managed) restartEdited(e server.WatchedEdit) {
	fail := m.mayRestart(app.Actor{Kind: app.ActorWatch})
	m.s.update(func() {
		if m.Due(e); !m.p.forgetting {
			m.RestartFor(e, fail)
		}
	})
}
