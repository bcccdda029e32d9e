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
	notes *fsnotify.Watcher // nil: the system has none left
	dirs  int               // that are watched
	// polled are directories that the system doesn't watch.
	polled poller
	tell   func(Unwatched)
	// beyond are directories that aren't looked at, since there are too many.
	beyond Unwatched
	// written are sockets and compiled programs: programs write them, and remove them again.
	written map[string]bool
	own     Own
	asked   map[string]int // how often in a row a file was written during a request of ours
	beats   beats
	told    map[string]stamp // the versions of the files of the last edit
	fence   string           // the file of the fence
	waiting []chan struct{}  // for a note about it
	next    []chan struct{}  // for the one after
}

// Watch calls report for each edit of files below root until ctx ends, and coming when an edit begins, or turns out to
// be none. What programs write is no edit, as far as own knows. Directories for which the system has no watch left are
// looked at every few seconds, and no more than maxDirs are watched; lacking is called when either
// happens, and changes.
func Watch(ctx context.Context, root string, fence *Fence, own Own, report func(Edit), coming func(bool),
	lacking func(Unwatched)) {
	w := &tree{root: root, polled: poller{}, tell: lacking, written: map[string]bool{},
		own: own, asked: map[string]int{}, beats: beats{}}
	if notes, err := fsnotify.NewWatcher(); err == nil {
		defer notes.Close()
		w.notes = notes
	}
	w.watchAll(ctx)
	if w.fence = w.raise(); w.fence != "" {
		defer os.Remove(w.fence)
	}
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
		case path != w.root && w.skips(w.relative(path)):
			return fs.SkipDir
		}
		if !w.add(path) {
			return fs.SkipDir
		}
		return nil
	})
}

// add watches a directory, unless there are too many.
func (w *tree) add(dir string) bool {
	if w.dirs >= maxDirs {
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
	}
	w.dirs++
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
	// the ones that programs wrote, as far as that is known; none of Files
	Written []string
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

// changing is an edit that is not complete.
type changing struct {
	Edit
	began  time.Time
	quiet  *time.Timer // fires when the edit is complete
	coming func(bool)
}

// take adds what a note says.
func (c *changing) take(ctx context.Context, w *tree, note fsnotify.Event) {
	if !w.take(ctx, note, &c.Edit) {
		return
	}
	if len(c.Files) == 1 {
		c.began = time.Now()
		c.coming(true)
	}
	c.quiet.Reset(min(editQuiet, max(0, editLatest-time.Since(c.began))))
}

// run reports edits until ctx ends.
func (w *tree) run(ctx context.Context, fence *Fence, report func(Edit), coming func(bool)) {
	e := changing{quiet: time.NewTimer(time.Hour), coming: coming}
	defer e.quiet.Stop()
	poll := time.NewTimer(w.polled.again(0))
	defer poll.Stop()
	var notes fsnotify.Watcher // its channels are nil
	if w.notes != nil {
		notes = *w.notes
	}
	for told := (Unwatched{}); ; {
		w.beyond.Polled = len(w.polled)
		if w.beyond != told {
			told = w.beyond
			w.tell(told)
			poll.Reset(w.polled.again(0))
		}
		select {
		case note, ok := <-notes.Events:
			if !ok {
				return
			}
			if note.Name == w.fence {
				w.passed(false)
				continue
			}
			e.take(ctx, w, note)
		case done := <-fence.asked:
			w.pass(done)
		// notes were lost, or a directory can no longer be watched: the next edit is noticed again
		case err := <-notes.Errors:
			if err == nil {
				return // closed
			}
			w.passed(true)
		case <-poll.C:
			at := time.Now()
			for _, note := range w.polled.changes() {
				e.take(ctx, w, note)
			}
			poll.Reset(w.polled.again(time.Since(at)))
		case <-e.quiet.C:
			w.tellOnce(e.Files)
			e.Files = w.sources(ctx, e.left(w.root))
			if w.unwritten(&e.Edit); len(e.Files)+len(e.Written) > 0 {
				report(e.Edit)
			} else {
				coming(false)
			}
			e.Edit = Edit{}
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
		if !note.Has(fsnotify.Create) && w.told[rel] == stampOf(info) {
			return false // the edit that was reported includes it
		}
		if !info.Mode().IsRegular() || isProgram(note.Name, info) {
			w.written[rel] = true
			return false
		}
		if len(e.Files) < fewFiles && w.own.Writing != nil && w.own.Writing(note.Name) {
			e.Written = append(e.Written, rel)
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

// tellOnce notes the versions of the files of an edit. On a busy machine more notes about them may follow.
func (w *tree) tellOnce(files []string) {
	w.told = map[string]stamp{}
	for _, rel := range files {
		if info, err := os.Stat(filepath.Join(w.root, rel)); err == nil {
			w.told[rel] = stampOf(info)
		}
	}
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
