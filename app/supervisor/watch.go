package supervisor

import (
	"fmt"
	"time"

	"devservers/app"
)

// A server that is started anew by a change, and changes a watched file itself each time that it starts, would go on so
// for ever.
const (
	watchSoon  = 2 * time.Second // a change so soon after such a start may be its own doing
	watchLoops = 5               // and is, when it comes so often in a row
)

// watchGuard counts restarts that look like the server's own doing; mu guards it.
type watchGuard struct {
	file  string // that changed soon after the last start
	loops int    // such changes of it in a row
	off   string // why changes are passed over; "" = they are not
}

// FilesEdited restarts the servers of a project that watch one of these files, which changed at a moment.
func (s *Supervisor) FilesEdited(project string, files []string, at time.Time) {
	s.update(func() {
		p := s.projects[project]
		if p == nil || p.forgetting {
			return
		}
		for _, m := range p.servers {
			if mine := m.watched(files); len(mine) > 0 && m.takesEdits() && m.guarded(mine[0], at) {
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

// takesEdits tells whether a change makes a difference: to a run that has begun, or to a server that ended by itself
// and is not started yet; mu is held.
func (m *managed) takesEdits() bool {
	if m.gone || m.seen < m.want.gen {
		return false
	}
	return m.mends() || m.want.up && (m.status.PID != 0 || m.launching) && m.status.State != app.Stopping
}

// mends tells whether a server that ended by itself waits for an edit that mends it; mu is held.
func (m *managed) mends() bool {
	return len(m.spec.Watch) > 0 && (m.status.State == app.Backoff || m.status.State == app.Exited && m.crashed)
}

// guarded notes a change, and tells whether it is to be heeded; mu is held.
func (m *managed) guarded(file string, at time.Time) bool {
	g, st := &m.guard, m.status
	soon := st.Actor != nil && st.Actor.Kind == app.ActorWatch && (st.StartedAt == nil || at.Sub(*st.StartedAt) < watchSoon)
	switch {
	case g.off != "":
		return false
	case !soon || g.file != file:
		*g = watchGuard{file: file}
		if soon {
			g.loops = 1
		}
		return true
	}
	if g.loops++; g.loops < watchLoops {
		return true
	}
	g.off = fmt.Sprintf("watch is off until the next start: %s changed right after each of %d starts, so this server seems to write it; leave it out with \"!%s\"",
		file, watchLoops, file)
	return false
}

// someFiles names files in few words.
func someFiles(files []string) string {
	if len(files) == 1 {
		return files[0]
	}
	return fmt.Sprintf("%s and %d more", files[0], len(files)-1)
}
