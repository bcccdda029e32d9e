package sources

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	editQuiet  = 100 * time.Millisecond // changes that follow each other so fast are one edit
	editLatest = 500 * time.Millisecond // an edit is reported by then, even if more changes follow
)

// Edit is a set of files that changed together.
type Edit struct {
	At      time.Time // when the first of them was written
	Files   []string  // relative to the root, sorted
	made    []string  // the ones that did not exist before
	Written []string  // the ones that programs wrote, as far as that is known; none of Files
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
	c.more(w.take(ctx, note, &c.Edit))
}

// more notes that files were added to the edit, if any were.
func (c *changing) more(any bool) {
	if !any {
		return
	}
	if c.began.IsZero() {
		c.began = time.Now()
		c.coming(true)
	}
	c.quiet.Reset(min(editQuiet, max(0, editLatest-time.Since(c.began))))
}

// look takes what has changed in directories that the system doesn't watch, and returns the pause until the next look.
func (c *changing) look(ctx context.Context, w *tree) time.Duration {
	at := time.Now()
	for _, note := range w.polled.changes() {
		c.take(ctx, w, note)
	}
	c.more(w.renew(ctx, &c.Edit))
	return w.again(time.Since(at))
}

// run reports edits until ctx ends.
func (w *tree) run(ctx context.Context, fence *Fence, report func(Edit), coming func(bool)) {
	e := changing{quiet: time.NewTimer(time.Hour), coming: coming}
	defer e.quiet.Stop()
	poll := time.NewTimer(w.again(0))
	defer poll.Stop()
	defer coming(false)
	defer w.passed(true)       // nobody waits for a watch that has ended
	var notes fsnotify.Watcher // its channels are nil
	if w.notes != nil {
		notes = *w.notes
	}
	for told := (Unwatched{}); ; {
		w.beyond.Polled = len(w.polled)
		if w.beyond != told {
			told = w.beyond
			w.tell(told)
			poll.Reset(w.again(0))
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
			poll.Reset(e.look(ctx, w))
			w.pass(done)
		case err := <-notes.Errors: // notes were lost, or a directory is watched no more: the next edit is noticed again
			if err == nil {
				return // closed
			}
			if errors.Is(err, fsnotify.ErrEventOverflow) { // among them may be those about new directories
				w.watchAll(ctx)
			}
			w.passed(true)
		case <-poll.C:
			poll.Reset(e.look(ctx, w))
		case <-e.quiet.C:
			w.tellOnce(e.Files)
			e.Files = w.sources(ctx, e.left(w.root))
			if w.unwritten(&e.Edit); len(e.Files)+len(e.Written) > 0 {
				report(e.Edit)
			} else {
				coming(false)
			}
			e.Edit, e.began = Edit{}, time.Time{}
			if e.more(w.renew(ctx, &e.Edit)); w.was == nil { // what was removed was the root
				poll.Reset(w.again(0))
			}
		case <-ctx.Done():
			return
		}
	}
}

// take adds the file of a note to e, and watches new directories.
func (w *tree) take(ctx context.Context, note fsnotify.Event, e *Edit) bool {
	rel := w.relative(note.Name)
	if w.drop(note); note.Name == w.root {
		return w.renew(ctx, e)
	}
	made := note.Has(fsnotify.Create)
	if note.Op == fsnotify.Chmod || skips(rel) || !made && w.written[rel] {
		return false
	}
	at := time.Now()
	info, err := os.Stat(note.Name)
	switch {
	case err == nil && info.IsDir() && made && len(w.sources(ctx, []string{rel})) > 0:
		w.walk(note.Name)
		return w.takeAll(ctx, note.Name, e)
	case err == nil && info.IsDir(), slices.Contains(e.Files, rel):
		return false
	case err == nil:
		if !made && w.told[rel] == stampOf(info) {
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
	if made {
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
