package projects

import (
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long a file has to be left alone before it is read: editors write in several steps.
const settle = 100 * time.Millisecond

// poke has the set of watched files looked at again.
func (ps *Projects) poke() {
	select {
	case ps.poked <- struct{}{}:
	default:
	}
}

// watch has devservers.yml and env files read again once they have changed, so that waiters hear of it. A caller does
// not depend on it: refresh looks at the files' times. Directories are watched, not files: most editors put another
// file in a file's place.
func (ps *Projects) watch() {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		ps.log.Warn("changes of devservers.yml are noticed only at the next request", "error", err)
		return
	}
	defer w.Close()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	watched := map[string]bool{}
	for {
		files := ps.watchedFiles()
		if rewatch(w, watched, files) {
			timer.Reset(settle) // for what was changed before it was watched
		}
		select {
		case e, ok := <-w.Events:
			if !ok {
				return
			}
			if files[e.Name] {
				timer.Reset(settle)
			}
		case err := <-w.Errors: // events were lost: look at all
			ps.log.Warn("changes of files may have been missed", "error", err)
			timer.Reset(settle)
		case <-timer.C:
			ps.settled()
		case <-ps.poked:
		case <-ps.ctx.Done():
			return
		}
	}
}

// settled reads again what has changed, and says so.
func (ps *Projects) settled() {
	ps.RefreshAll()
	for _, id := range ps.ids() {
		ps.o.Settled(id)
	}
}

// watchedFiles are all that say what servers are started with.
func (ps *Projects) watchedFiles() map[string]bool {
	files := map[string]bool{}
	for _, id := range ps.ids() {
		l := ps.loader(id)
		if l == nil {
			continue
		}
		files[l.now.Load().File()] = true
		if stamps := l.envStamps.Load(); stamps != nil {
			for file := range *stamps {
				files[file] = true
			}
		}
	}
	return files
}

// rewatch watches the directories of these files and no others. One that does not exist is tried again at the next
// change. It reports whether some are new.
func rewatch(w *fsnotify.Watcher, watched, files map[string]bool) (more bool) {
	dirs := map[string]bool{}
	for file := range files {
		dirs[filepath.Dir(file)] = true
	}
	for dir := range watched {
		if !dirs[dir] {
			delete(watched, dir)
			_ = w.Remove(dir) // it may be gone
		}
	}
	for dir := range dirs {
		if !watched[dir] && w.Add(dir) == nil {
			watched[dir], more = true, true
		}
	}
	return more
}
