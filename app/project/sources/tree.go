// Package sources reports which source files below a directory change: the ones that people and agents edit, not what
// programs write, nor what git ignores. It owns the watches of directories, and is independent of projects and servers.
package sources

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

// Limits of watching a project's files.
const (
	editQuiet  = 100 * time.Millisecond // changes that follow each other so fast are one edit
	editLatest = 500 * time.Millisecond // an edit is reported by then, even if more changes follow
	maxDirs    = 4000                   // directories that are watched
	maxListing = 8 << 20                // bytes of a listing of files that are read
	gitTimeout = 5 * time.Second
)

// neverSource are directories of installed or built files, whether git ignores them or not. Hidden ones don't count
// either.
var neverSource = []string{"node_modules", "venv", "env", "__pycache__", "target", "dist", "build", "vendor",
	"site-packages", "bower_components", "coverage", "tmp", "log"}

// neverEdited are endings of files that programs write.
var neverEdited = []string{".pyc", ".log", ".sqlite3", ".sqlite3-journal", ".sqlite3-wal", ".sqlite3-shm", ".db",
	".db-journal", ".pid", ".sock", ".tmp", ".swp", ".swx", "~", ".map", ".tsbuildinfo"}

// tree watches the source files below root. Files that git ignores are not source files.
type tree struct {
	root  string
	notes *fsnotify.Watcher
	dirs  int // that are watched
	// written are sockets and compiled programs: programs write them, and remove them again.
	written map[string]bool
}

// Watch calls report for each edit of files below root until ctx ends, and coming when an edit begins, or turns out to
// be none.
func Watch(ctx context.Context, root string, report func(Edit), coming func(bool)) error {
	notes, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer notes.Close()
	w := &tree{root: root, notes: notes, written: map[string]bool{}}
	w.watchAll(ctx)
	w.run(ctx, report, coming)
	return nil
}

// watchAll watches all directories with source files.
func (w *tree) watchAll(ctx context.Context) {
	w.add(w.root)
	if list, err := w.gitOutput(ctx, nil, "ls-files", "-z", "--cached", "--others", "--exclude-standard"); err == nil {
		w.addParents(list)
	} else {
		w.walk(w.root)
	}
}

// gitOutput runs git in root, without running anything that the repository's configuration names.
func (w *tree) gitOutput(ctx context.Context, in []byte, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, gitTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", w.root, "-c", "core.fsmonitor=false", "-c",
		"core.hooksPath=/dev/null"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0")
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	return out[:min(len(out), maxListing)], err
}

// addParents watches the directories of the files of a listing.
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

// walk watches a directory and its subdirectories.
func (w *tree) walk(top string) {
	_ = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.IsDir():
			return nil
		case path != w.root && w.skips(w.relative(path)) || w.dirs >= maxDirs:
			return fs.SkipDir
		}
		w.add(path)
		return nil
	})
}

func (w *tree) add(dir string) {
	if w.dirs < maxDirs && w.notes.Add(dir) == nil {
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

// skips reports whether a path is, or is in, a directory of files that nobody edits, or is such a file.
func (w *tree) skips(rel string) bool {
	for _, part := range strings.Split(rel, string(filepath.Separator)) {
		if strings.HasPrefix(part, ".") && !strings.HasPrefix(part, ".env") || slices.Contains(neverSource, part) {
			return true
		}
	}
	return slices.ContainsFunc(neverEdited, func(end string) bool { return strings.HasSuffix(rel, end) })
}

// Edit is a set of files that changed together.
type Edit struct {
	At    time.Time // when the first of them was written
	Files []string  // relative to the root, sorted
	made  []string  // the ones that did not exist before
}

// left returns the files without the ones that were created and removed again, as editors do with temporary files.
func (e Edit) left(root string) []string {
	return slices.DeleteFunc(e.Files, func(f string) bool {
		if !slices.Contains(e.made, f) {
			return false
		}
		_, err := os.Lstat(filepath.Join(root, f))
		return errors.Is(err, fs.ErrNotExist)
	})
}

// run reports edits until ctx ends.
func (w *tree) run(ctx context.Context, report func(Edit), coming func(bool)) {
	e := Edit{}
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
				if len(e.Files) == 1 {
					began = time.Now()
					coming(true)
				}
				quiet.Reset(min(editQuiet, max(0, editLatest-time.Since(began))))
			}
		// notes were lost, or a directory can no longer be watched: the next edit is noticed again
		case err := <-w.notes.Errors:
			if err == nil {
				return // closed
			}
		case <-quiet.C:
			if e.Files = w.sources(ctx, e.left(w.root)); len(e.Files) > 0 {
				report(e)
			} else {
				coming(false)
			}
			e = Edit{}
		case <-ctx.Done():
			return
		}
	}
}

// take adds the file of a note to e, and watches new directories.
func (w *tree) take(ctx context.Context, note fsnotify.Event, e *Edit) bool {
	rel := w.relative(note.Name)
	if note.Op == fsnotify.Chmod || w.skips(rel) || slices.Contains(e.Files, rel) || w.written[rel] &&
		!note.Has(fsnotify.Create) {
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
		if !info.Mode().IsRegular() || isProgram(note.Name, info) {
			w.written[rel] = true
			return false
		}
		if age := at.Sub(info.ModTime()); age > 0 && age < editLatest*4 {
			at = info.ModTime()
		}
	}
	if len(e.Files) == 0 || at.Before(e.At) {
		e.At = at
	}
	e.Files = append(e.Files, rel)
	if note.Has(fsnotify.Create) {
		e.made = append(e.made, rel)
	}
	return true
}

// isProgram reports whether a file is a compiled program, which nobody edits: it is executable and not a script.
func isProgram(file string, info fs.FileInfo) bool {
	if info.Mode()&0o111 == 0 {
		return false
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 4)
	_, err = f.Read(head)
	return err == nil && (string(head) == "\x7fELF" || bytes.HasPrefix(head, []byte{0xcf, 0xfa, 0xed, 0xfe}))
}

// sources returns the files that git does not ignore. It runs git each time, as a repository may be created at any
// time.
func (w *tree) sources(ctx context.Context, files []string) []string {
	if len(files) > 0 {
		// fails without a repository, and without git
		ignored, _ := w.gitOutput(ctx, []byte(strings.Join(files, "\x00")), "check-ignore", "-z", "--stdin")
		list := strings.Split(string(ignored), "\x00")
		files = slices.DeleteFunc(files, func(f string) bool { return slices.Contains(list, f) })
	}
	slices.Sort(files)
	return files
}
