package supervisor

import (
	"context"
	"time"

	"devservers/app"
	"devservers/app/base/words"
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
			mine := m.Spec.Watched(files)
			if len(mine) == 0 || !m.takesEdits() {
				continue
			}
			started, launches := m.Status.StartedAt, m.launches
			if m.launching {
				started = nil
			}
			if ok, wait := m.Guard.Allows(mine[0], at, m.Status.Actor, started); ok &&
				!m.edited { // a pending restart also reads this edit
				m.edited = wait == 0
				restarts = append(restarts, func(ctx context.Context) {
					if app.Pause(ctx, wait) {
						m.restartEdited(mine, wait, launches)
					}
				})
			}
		}
	})
	for _, restart := range restarts {
		s.Go(restart)
	}
}

// restartEdited restarts m because these files changed, unless that fails before anything is stopped: then the running
// process is kept. After a wait it does so only if m was not launched again since that many launches.
func (m *managed) restartEdited(files []string, wait time.Duration, launches int) {
	fail := m.mayRestart(app.Actor{Kind: app.ActorWatch})
	m.s.update(func() {
		same := wait == 0 || m.launches == launches
		m.edited = m.edited && wait != 0
		switch {
		case !same || !m.takesEdits() || m.p.forgetting:
		case fail != nil:
			m.Guard.Kept = words.NotRestarted(words.Files(files), fail.Detail)
		default:
			m.Guard.Kept = ""
			m.Ask(true, app.Actor{Kind: app.ActorWatch, Client: words.Files(files)}, "")
		}
	})
}

// takesEdits reports whether an edit matters to m: it has a run that has begun, or it ended on its own and is not
// started yet; mu is held.
func (m *managed) takesEdits() bool {
	if m.Gone || m.Pending() {
		return false
	}
	return m.WaitsForFix() || m.Want.Up && (m.Status.PID != 0 || m.launching) && m.Status.State != app.Stopping
}
