package supervisor

import (
	"fmt"
	"time"

	"devservers/app"
)

// FilesEdited restarts the servers of a project that watch one of these files, which changed at the given time.
func (s *Supervisor) FilesEdited(project string, files []string, at time.Time) {
	s.update(func() {
		p := s.projects[project]
		if p == nil || p.forgetting {
			return
		}
		for _, m := range p.servers {
			if mine := m.watched(files); len(mine) > 0 && m.takesEdits() && m.guard.Allows(mine[0], at, m.status.Actor, m.status.StartedAt) {
				m.ask(true, app.Actor{Kind: app.ActorWatch, Client: someFiles(mine)}, "")
			}
		}
	})
}

func (m *managed) watched(files []string) (concerned []string) {
	for _, file := range files {
		if m.spec.Watches(file) {
			concerned = append(concerned, file)
		}
	}
	return concerned
}

// takesEdits reports whether an edit matters to m: it has a run that has begun, or it ended by itself and is not
// started yet; mu is held.
func (m *managed) takesEdits() bool {
	if m.gone || m.seen < m.want.gen {
		return false
	}
	return m.waitsForFix() || m.want.up && (m.status.PID != 0 || m.launching) && m.status.State != app.Stopping
}

// waitsForFix reports whether m ended by itself and waits for an edit that may fix it; mu is held.
func (m *managed) waitsForFix() bool {
	return len(m.spec.Watch) > 0 && (m.status.Retry != nil || m.status.Crashed)
}

// someFiles returns a short text that names files.
func someFiles(files []string) string {
	if len(files) == 1 {
		return files[0]
	}
	return fmt.Sprintf("%s and %d more", files[0], len(files)-1)
}
