package project

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long a file must stay unchanged before it is read: editors write in several steps.
const settle = 100 * time.Millisecond

// watcher waits for changes of files. It watches directories: most editors replace a file with another one.
type watcher struct {
	log     *slog.Logger
	files   func() map[string]bool // the ones that matter now
	settled func()                 // called when they have been left alone for a moment after a change
	poked   chan struct{}          // signals that there may be new files; holds one signal at most
}

// poke requests that the set of watched files is updated.
func (wa *watcher) poke() {
	select {
	case wa.poked <- struct{}{}:
	default:
	}
}

// run watches until ctx ends, so that devservers.yml and env files are read again once they have changed and waiters
// learn of it. Callers do not depend on it: Refresh checks the files' times.
func (wa *watcher) run(ctx context.Context) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		wa.log.Warn("changes of devservers.yml are noticed only at the next request", "error", err)
		return
	}
	defer w.Close()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		files := wa.files()
		if rewatch(w, files) {
			timer.Reset(settle) // for changes made before it was watched
		}
		select {
		case e, ok := <-w.Events:
			if !ok {
				return
			}
			if files[e.Name] {
				timer.Reset(settle)
			}
		case err := <-w.Errors: // events were lost: check everything
			wa.log.Warn("changes of files may have been missed", "error", err)
			timer.Reset(settle)
		case <-timer.C:
			wa.settled()
		case <-wa.poked:
		case <-ctx.Done():
			return
		}
	}
}

// settled reads changed files again, and calls Options.Settled for each project.
func (ps *Projects) settled() {
	ps.RefreshAll()
	for _, d := range ps.All() {
		ps.o.Settled(d.Reg.ID)
	}
}

// rewatch watches the directories of these files and no others. A directory that does not exist is tried again at the
// next change, and so is one that was removed and made again. It reports whether some are new.
func rewatch(w *fsnotify.Watcher, files map[string]bool) (more bool) {
	watched, dirs := w.WatchList(), map[string]bool{}
	for file := range files {
		dirs[filepath.Dir(file)] = true
	}
	for _, dir := range watched {
		if !dirs[dir] {
			_ = w.Remove(dir) // it may be gone
		}
	}
	for dir := range dirs {
		if !slices.Contains(watched, dir) && w.Add(dir) == nil {
			more = true
		}
	}
	return more
}
