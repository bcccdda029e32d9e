package app

import (
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long a file has to be left alone before it is read: editors write in several steps.
const settle = 100 * time.Millisecond

// watchFiles has devservers.yml and env files read again once they have changed, so that whoever waits for news hears
// of it. Who looks by himself does not depend on it: refresh looks at the files' times. Directories are watched, not
// files: most editors put another file in a file's place.
func (s *Supervisor) watchFiles() {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		s.log.Warn("changes of devservers.yml are noticed only when somebody looks", "error", err)
		return
	}
	defer w.Close()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	watched := map[string]bool{}
	for {
		changed := s.Changed()
		files := s.filesToWatch()
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
			s.log.Warn("changes of files may have been missed", "error", err)
			timer.Reset(settle)
		case <-timer.C:
			s.lookAtFiles()
		case <-changed:
		case <-s.ctx.Done():
			return
		}
	}
}

// lookAtFiles reads again what has changed.
func (s *Supervisor) lookAtFiles() {
	s.update(func() {
		for _, p := range s.projects {
			s.refresh(p)
			s.witnessProject(p)
		}
	})
}

// filesToWatch are all that say what servers are started with.
func (s *Supervisor) filesToWatch() map[string]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	files := map[string]bool{}
	for _, p := range s.projects {
		files[p.file()] = true
		for file := range p.envStamps {
			files[file] = true
		}
	}
	return files
}

// rewatch watches the directories of these files and no others. One that does not exist is tried again at the next
// change of anything. It tells whether some are new.
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
