package supervisor

import (
	"fmt"
	"time"

	"devservers/app"
)

// A change restarts a server that watches files. If the server itself changes a watched file at each start, that would
// loop for ever. These limits detect such loops.
const (
	watchSoon  = 2 * time.Second // a change this soon after such a start may come from the server itself
	watchLoops = 5               // so many in a row do come from it
)

// watchGuard counts restarts that the server itself seems to cause; mu guards it.
type watchGuard struct {
	file  string // the file that changed soon after the last start
	loops int    // how often in a row it did
	off   string // why changes are ignored; "" = they are not
}

// FilesEdited restarts the servers of a project that watch one of these files, which changed at the given time.
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
	return len(m.spec.Watch) > 0 && (m.status.State == app.Backoff || m.status.State == app.Exited && m.crashed)
}

// guarded records a change, and reports whether the server should restart for it; mu is held.
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

// someFiles returns a short text that names files.
func someFiles(files []string) string {
	if len(files) == 1 {
		return files[0]
	}
	return fmt.Sprintf("%s and %d more", files[0], len(files)-1)
}
