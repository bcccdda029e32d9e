package sources

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// below returns the watched directories at and below a path.
func (w *tree) below(top string) (dirs []string) {
	for dir := range w.dirs {
		if dir == top || strings.HasPrefix(dir, top+string(filepath.Separator)) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// drop ends the watches at and below the path of a directory that was removed or renamed: another one may take its
// place. A renamed one may be watched at its new path, with the same watch, which ended: then that begins again.
func (w *tree) drop(note fsnotify.Event) {
	if !w.dirs[note.Name] || !note.Has(fsnotify.Remove|fsnotify.Rename) {
		return
	}
	if note.Name == w.root {
		w.was = nil
	}
	for _, dir := range w.below(note.Name) {
		delete(w.dirs, dir)
		delete(w.polled, dir)
		if w.notes != nil {
			_ = w.notes.Remove(dir) // the system may have done so
		}
	}
	if !note.Has(fsnotify.Rename) {
		return
	}
	for dir := range w.dirs {
		w.add(dir)
	}
}

// takeAll adds the files at and below the path of a directory that was made, or took the place of another.
func (w *tree) takeAll(ctx context.Context, top string, e *Edit) (more bool) {
	for _, dir := range w.below(top) {
		for name, s := range stampsOf(dir) {
			note := fsnotify.Event{Name: filepath.Join(dir, name), Op: fsnotify.Create}
			more = !s.dir && w.take(ctx, note, e) || more
		}
	}
	return more
}

// renew watches all again if another directory has taken the place of the root.
func (w *tree) renew(ctx context.Context, e *Edit) (more bool) {
	now, err := os.Stat(w.root)
	if os.SameFile(w.was, now) {
		return false
	}
	w.drop(fsnotify.Event{Name: w.root, Op: fsnotify.Remove})
	if err == nil {
		w.watchAll(ctx)
	}
	return w.takeAll(ctx, w.root, e)
}

// again returns the pause until the next look, after one that took so long.
func (w *tree) again(took time.Duration) time.Duration {
	if w.was == nil {
		return pollPause
	}
	return w.polled.again(took)
}
