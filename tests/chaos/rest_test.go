//go:build chaos

package chaos

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"devservers/app"
)

// projectView is a project as the API shows it.
type projectView struct {
	ID, Trust      string
	Servers, Tasks []app.Status
}

func (p *play) runsDir(server string) string { return filepath.Join(p.dirs.RunsDir(), "maze", server) }

func (p *play) runDir(server, id string) string { return filepath.Join(p.runsDir(server), id) }

// runs lists the ids of a server's stored runs, oldest first.
func (p *play) runs(server string) (ids []string) {
	entries, _ := os.ReadDir(p.runsDir(server))
	for _, e := range entries {
		if e.IsDir() && app.IsRunID(e.Name()) {
			ids = append(ids, e.Name())
		}
	}
	return ids
}

// rest makes everything right again, as a person would, and waits until nothing changes any more.
func (p *play) rest(b *burst) {
	began := time.Now()
	p.up()
	if id, ok := p.manager(); ok {
		_ = id.Signal(syscall.SIGHUP) // config.yml may have been empty when it started
	}
	p.maze.sound()
	p.post(ofMaze+"flaky/stop", map[string]any{}, nil)
	previous := "?"
	left := settle(patience, func() string {
		now, busy := p.pending()
		defer func() { previous = now }()
		if busy != "" || now != previous {
			time.Sleep(80 * time.Millisecond)
			return busy + " or changed: " + now
		}
		return ""
	})
	took := time.Since(began)
	p.counts.longest = max(p.counts.longest, took)
	p.log.add("at rest after %s", took)
	if left != "" {
		p.violate("V13", "nothing is at rest after %s: %s", took, left)
	}
}

// pending describes all states, and the ones that will change on their own. A run that a full disk has met may have
// lost the line that would make it ready.
func (p *play) pending() (now, busy string) {
	for _, st := range p.statuses() {
		now += fmt.Sprintf("%s %s %s; ", st.Name, st.State, st.Run)
		if st.State == app.Starting && p.lossy.has(st.Run) {
			continue
		}
		if st.State == app.Waiting || st.State == app.Starting || st.State == app.Stopping || st.State == app.Failing ||
			st.Retry != nil ||
			st.State.Up() && (st.Kind == "task" || st.Name == "flood") { // they end on their own
			busy += fmt.Sprintf("%s is %s (%s); ", st.Name, st.State, st.Reason)
		}
	}
	if now == "" {
		busy = "no statuses"
	}
	return now, busy
}

// statuses returns those of the maze.
func (p *play) statuses() []app.Status {
	var v projectView
	if a := p.get("/api/projects/maze", &v); !a.ok() {
		p.log.add("no statuses: %s", a)
	}
	return append(v.Servers, v.Tasks...)
}

// projects lists the registered projects.
func (p *play) projects() (ids []string) {
	var list []projectView
	p.get("/api/projects", &list)
	for _, v := range list {
		ids = append(ids, v.ID)
	}
	slices.Sort(ids)
	return ids
}

// notes returns what the servers themselves have noted of each of their starts.
func (p *play) notes(server string) (lines []string) {
	data, _ := os.ReadFile(p.dir + "/notes/" + server)
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}
