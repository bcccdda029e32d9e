package edits

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// The bounds of watching a project's files.
const (
	editQuiet   = 100 * time.Millisecond // changes that follow each other so fast are one edit
	editAtMost  = 500 * time.Millisecond // but it is told by then
	editDirs    = 4000                   // folders that are watched at most
	editListing = 8 << 20                // bytes of a listing of files that are read at most
	gitPatience = 5 * time.Second
)

// neverSource are folders of what is installed or built, whether git knows or not. Hidden ones are left out, too.
var neverSource = []string{"node_modules", "venv", "env", "__pycache__", "target", "dist", "build", "vendor", "site-packages", "bower_components", "coverage", "tmp", "log"}

// neverEdited are endings of files that programs write by themselves.
var neverEdited = []string{".pyc", ".log", ".sqlite3", ".sqlite3-journal", ".sqlite3-wal", ".sqlite3-shm", ".db", ".db-journal", ".pid", ".tmp", ".swp", ".swx", "~", ".map", ".tsbuildinfo"}

// tree tells which source files below root change. What git ignores is no source.
type tree struct {
	root  string
	notes *fsnotify.Watcher
	dirs  int
}

func newTree(ctx context.Context, root string) (*tree, error) {
	notes, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &tree{root: root, notes: notes}
	w.add(root)
	if list, err := w.gitOutput(ctx, nil, "ls-files", "-z", "--cached", "--others", "--exclude-standard"); err == nil {
		w.addParents(list)
	} else {
		w.walk(root)
	}
	return w, nil
}

// gitOutput asks git about root. Nothing that the repository's configuration names is run.
func (w *tree) gitOutput(ctx context.Context, in []byte, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, gitPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", w.root, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0")
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	return out[:min(len(out), editListing)], err
}

// addParents watches the folders that hold the files of a listing.
func (w *tree) addParents(list []byte) {
	seen := map[string]bool{".": true}
	for name := range bytes.SplitSeq(list, []byte{0}) {
		for dir := filepath.Dir(string(name)); !seen[dir]; dir = filepath.Dir(dir) {
			seen[dir] = true
			if !w.skips(dir) {
				w.add(filepath.Join(w.root, dir))
			}
		}
	}
}

// walk watches a folder and those in it.
func (w *tree) walk(top string) {
	_ = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.IsDir():
			return nil
		case path != w.root && w.skips(w.relative(path)) || w.dirs >= editDirs:
			return fs.SkipDir
		}
		w.add(path)
		return nil
	})
}

func (w *tree) add(dir string) {
	if w.dirs < editDirs && w.notes.Add(dir) == nil {
		w.dirs++
	}
}

func (w *tree) relative(path string) string {
	rel, err := filepath.Rel(w.root, path)
	if err != nil {
		return path
	}
	return rel
}

// skips tells whether a path holds a folder or is a file that nobody edits.
func (w *tree) skips(rel string) bool {
	for _, part := range strings.Split(rel, string(filepath.Separator)) {
		if strings.HasPrefix(part, ".") && !strings.HasPrefix(part, ".env") || slices.Contains(neverSource, part) {
			return true
		}
	}
	return slices.ContainsFunc(neverEdited, func(end string) bool { return strings.HasSuffix(rel, end) })
}

// change is files that changed together.
type change struct {
	at    time.Time // when the first of them was written
	files []string  // relative to the root, sorted
	made  []string  // those of which the first that was heard is that they came into being
}

// left leaves out what was made and removed within the edit, as editors do with files of their own. A file that was there before and is gone counts.
func (e change) left(root string) []string {
	return slices.DeleteFunc(e.files, func(f string) bool {
		if !slices.Contains(e.made, f) {
			return false
		}
		_, err := os.Lstat(filepath.Join(root, f))
		return errors.Is(err, fs.ErrNotExist)
	})
}

// run tells of edits until ctx ends.
func (w *tree) run(ctx context.Context, tell func(change)) {
	defer w.notes.Close()
	e := change{}
	began := time.Time{}
	quiet := time.NewTimer(time.Hour)
	defer quiet.Stop()
	for {
		select {
		case note, ok := <-w.notes.Events:
			if !ok {
				return
			}
			if w.take(ctx, note, &e) {
				if len(e.files) == 1 {
					began = time.Now()
				}
				quiet.Reset(min(editQuiet, max(0, editAtMost-time.Since(began))))
			}
		case err := <-w.notes.Errors: // notes were lost, or a folder cannot be watched any more: the next edit is seen
			if err == nil {
				return // closed
			}
		case <-quiet.C:
			if e.files = w.sources(ctx, e.left(w.root)); len(e.files) > 0 {
				tell(e)
			}
			e = change{}
		case <-ctx.Done():
			return
		}
	}
}

// take adds what a note tells to e, and watches new folders.
func (w *tree) take(ctx context.Context, note fsnotify.Event, e *change) bool {
	rel := w.relative(note.Name)
	if note.Op == fsnotify.Chmod || w.skips(rel) || slices.Contains(e.files, rel) {
		return false
	}
	at := time.Now()
	if info, err := os.Stat(note.Name); err == nil {
		if info.IsDir() {
			if note.Has(fsnotify.Create) && len(w.sources(ctx, []string{rel})) > 0 {
				w.walk(note.Name)
			}
			return false
		}
		if age := at.Sub(info.ModTime()); age > 0 && age < editAtMost*4 {
			at = info.ModTime()
		}
	}
	if len(e.files) == 0 || at.Before(e.at) {
		e.at = at
	}
	e.files = append(e.files, rel)
	if note.Has(fsnotify.Create) {
		e.made = append(e.made, rel)
	}
	return true
}

// sources leaves out what git ignores. It asks each time: a work tree may be made at any time.
func (w *tree) sources(ctx context.Context, files []string) []string {
	if len(files) > 0 {
		ignored, _ := w.gitOutput(ctx, []byte(strings.Join(files, "\x00")), "check-ignore", "-z", "--stdin") // fails where none is, or no git
		list := strings.Split(string(ignored), "\x00")
		files = slices.DeleteFunc(files, func(f string) bool { return slices.Contains(list, f) })
	}
	slices.Sort(files)
	return files
}
