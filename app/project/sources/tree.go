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
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Limits of watching a project's files.
const (
	maxDirs    = 4000    // directories that are watched
	maxListing = 8 << 20 // bytes of a listing of files that are read
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
	root   string
	notes  *fsnotify.Watcher // nil: the system has none left
	dirs   map[string]bool   // that are watched
	was    fs.FileInfo       // the root when it was watched; nil: it is gone
	polled poller            // directories that the system doesn't watch
	tell   func(Unwatched)
	beyond Unwatched // directories that aren't looked at, since there are too many
	// written are sockets and compiled programs: programs write them, and remove them again.
	written map[string]bool
	own     Own
	asked   map[string]int // how often in a row a file was written during a request of ours
	beats   beats
	told    map[string]stamp // the versions of the files of the last edit
	fence   string           // the file of the fence; "" = the system can't watch it
	waiting []chan struct{}  // for a note about it
	next    []chan struct{}  // for the one after
}

// Watch calls report for each edit of files below root until ctx ends, and coming when an edit begins, or turns out to
// be none. What programs write is no edit, as far as own knows. Directories for which the system has no watch left are
// looked at every few seconds, and at most maxDirs are watched; lacking is called when either happens, and changes.
func Watch(ctx context.Context, root string, fence *Fence, own Own, report func(Edit), coming func(bool),
	lacking func(Unwatched)) {
	w := &tree{root: root, dirs: map[string]bool{}, polled: poller{}, tell: lacking, written: map[string]bool{},
		own: own, asked: map[string]int{}, beats: beats{}}
	if notes, err := fsnotify.NewWatcher(); err == nil {
		defer notes.Close()
		w.notes = notes
	}
	w.watchAll(ctx)
	defer w.raise()()
	w.run(ctx, fence, report, coming)
	w.passed(true)
	lacking(Unwatched{})
}

// Unwatched is which directories the system doesn't report changes of.
type Unwatched struct {
	Polled int    // are looked at every few seconds
	Beyond int    // are left out, with all below them
	First  string // of those, relative to the root
}

// watchAll watches all directories with source files.
func (w *tree) watchAll(ctx context.Context) {
	w.was, _ = os.Stat(w.root)
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
			if !skips(dir) {
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
		case path != w.root && skips(w.relative(path)):
			return fs.SkipDir
		}
		if !w.add(path) {
			return fs.SkipDir
		}
		return nil
	})
}

// add watches a directory, unless there are too many. It may be another one than was watched at this path.
func (w *tree) add(dir string) bool {
	if !w.dirs[dir] && len(w.dirs) >= maxDirs {
		if w.beyond.Beyond++; w.beyond.First == "" {
			w.beyond.First = w.relative(dir)
		}
		return false
	}
	err := error(syscall.EMFILE)
	if w.notes != nil {
		err = w.notes.Add(dir)
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) { // inotify_add_watch(2), inotify_init(2)
		w.polled.add(dir)
	} else if err != nil {
		return false // it is gone
	}
	w.dirs[dir] = true
	return true
}

func (w *tree) relative(path string) string {
	rel, err := filepath.Rel(w.root, path)
	if err != nil {
		return path
	}
	return rel
}

// skips reports whether a path is, or is in, a directory of files that nobody edits, or is such a file.
func skips(rel string) bool {
	for _, part := range strings.Split(rel, string(filepath.Separator)) {
		if strings.HasPrefix(part, ".") && !strings.HasPrefix(part, ".env") || slices.Contains(neverSource, part) {
			return true
		}
	}
	return slices.ContainsFunc(neverEdited, func(end string) bool { return strings.HasSuffix(rel, end) })
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
