package server

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/words"
	"devservers/app/project/sources"
	"devservers/app/record/history"
)

// Machine knows what the machine lacks: what it measures when it is asked, and what a request failed for a moment ago.
// Its methods can be called concurrently.
type Machine struct {
	state string    // the directory in which everything is stored
	began time.Time // by the clock that never goes back
	wall  time.Time // by the other one
	// memory returns how much memory is free, in bytes; 0 = unknown.
	memory func() int64

	mu    sync.Mutex
	noted map[app.Code]notedLack
	// directories that the system doesn't watch for us, by project
	unwatched map[string]sources.Unwatched
}

type notedLack struct {
	app.Lack
	at time.Time
}

// Below these the machine lacks something; see Machine.Lacks.
const (
	leastDisk    = 1 << 20
	leastFiles   = 16
	leastMemory  = 64 << 20
	leastBack    = 5 * time.Second
	lackIsRecent = time.Minute
)

// NewMachine returns a Machine that looks at the disk of a directory, and at how much memory is free. It removes files
// that killed managers have left there.
func NewMachine(state string, memory func() int64) *Machine {
	home.RemoveLeftovers(state)
	return &Machine{state: state, memory: memory, began: time.Now(), wall: time.Now().Round(0),
		noted: map[app.Code]notedLack{}, unwatched: map[string]sources.Unwatched{}}
}

// Note remembers what the machine lacked, if that is what err means.
func (m *Machine) Note(err error) {
	lack := app.LackOf(err)
	if lack == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.noted[lack.Code] = notedLack{*lack, time.Now()}
}

// Unwatched notes which directories of a project the system doesn't watch for us.
func (m *Machine) Unwatched(project string, dirs sources.Unwatched) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.unwatched[project] = dirs; dirs == (sources.Unwatched{}) {
		delete(m.unwatched, project)
	}
}

// lackOfWatches says which projects are polled, and else which are watched in part; mu is held.
func (m *Machine) lackOfWatches() *app.Lack {
	dirs, polled := 0, []string{}
	for _, id := range slices.Sorted(maps.Keys(m.unwatched)) {
		if u := m.unwatched[id]; u.Polled > 0 {
			dirs, polled = dirs+u.Polled, append(polled, id)
		}
	}
	if len(polled) > 0 {
		return &app.Lack{Code: app.CodeNoWatches, Message: "the system watches no more files: " +
			words.Count(dirs, "directory") + " of " + words.And(polled) +
			" looked at every few seconds, so edits are noticed later", Fix: "sudo sysctl " +
			"fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512, then restart the manager"}
	}
	for _, id := range slices.Sorted(maps.Keys(m.unwatched)) {
		u := m.unwatched[id]
		return &app.Lack{Code: app.CodeNoWatches, Message: id + " has too many directories: edits below " +
			words.Clip(u.First, 80) + " and " + words.Count(u.Beyond-1, "more directory") + " are not noticed",
			Fix: "let git ignore what nobody edits"}
	}
	return nil
}

// Lacks returns what the machine lacks now, or lacked within the last minute.
func (m *Machine) Lacks() []app.Lack {
	found := map[app.Code]app.Lack{}
	m.mu.Lock()
	for code, n := range m.noted {
		if since := time.Since(n.at); since < lackIsRecent {
			n.Message += ", as of " + words.Duration(since) + " ago"
			found[code] = n.Lack
		}
	}
	watches := m.lackOfWatches()
	m.mu.Unlock()
	for _, lack := range []*app.Lack{LackOfDisk(m.state), lackOfFiles(), m.lackOfMemory(), m.lackOfTime(),
		watches} {
		if lack != nil {
			found[lack.Code] = *lack
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b app.Lack) int { return cmp.Compare(a.Code, b.Code) })
}

// LackOfDisk measures the disk of a directory.
func LackOfDisk(dir string) *app.Lack {
	free, files, err := history.Free(dir)
	if err != nil || free >= leastDisk && files > 0 {
		return nil
	}
	lack := app.LackOf(syscall.ENOSPC)
	lack.Message += ": " + words.Size(free) + " free in " + dir
	if files == 0 {
		lack.Message = "the disk has no free inodes in " + dir
	}
	return lack
}

func lackOfFiles() *app.Lack {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return nil
	}
	open, err := os.ReadDir("/dev/fd")
	if app.LackOf(err) != nil || err == nil && uint64(len(open))+leastFiles >= limit.Cur {
		return app.LackOf(syscall.EMFILE)
	}
	return nil
}

func (m *Machine) lackOfMemory() *app.Lack {
	if free := m.memory(); free == 0 || free >= leastMemory {
		return nil
	}
	return app.LackOf(syscall.ENOMEM)
}

// lackOfTime says that the clock has gone back. Elapsed time comes from a clock that never does.
func (m *Machine) lackOfTime() *app.Lack {
	back := time.Since(m.began) - time.Since(m.wall)
	if back < leastBack {
		return nil
	}
	return &app.Lack{Code: app.CodeClock, Message: "the clock has gone back by " + words.Duration(back) +
		" since the manager started: older times may seem to be in the future", Fix: "check the clock: timedatectl"}
}

// Losses says which files of the state directory could not be used, so that what they held is lost. Pins say so
// themselves.
func (m *Machine) Losses() (list []string) {
	for _, d := range home.Damaged(m.state) {
		if d.File != filepath.Join(m.state, PinsFile) {
			list = append(list, d.String())
		}
	}
	return list
}
