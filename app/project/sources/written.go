package sources

import (
	"path/filepath"
	"slices"
	"time"
)

// Own tells what is known of the programs that run in a directory: what they write is no edit.
type Own struct {
	Writing func(file string) bool  // one of them has the file open for writing
	Asked   func(at time.Time) bool // one of them answered a request of ours then: its caller waited, and edited nothing
}

const (
	fewFiles  = 4 // of an edit are looked up: a checkout writes many
	isHabit   = 2 // a file that was written during a request so often in a row is a program's
	isBeat    = 5 // and one that was written so often in a row, each time this soon after the last
	beatTime  = 3 * time.Second
	maxHabits = 500
)

// beats counts how often in a row each file was written soon after it had been: programs keep their state like that.
type beats map[string]struct {
	at time.Time
	n  int
}

// is notes that a file was written, and reports whether that goes on for so long that no person or agent does it. A
// source or a style is never taken for such a file: agents save one many times in a row.
func (b beats) is(file string, at time.Time) bool {
	if IsSource(file) || slices.Contains(markup, filepath.Ext(file)) {
		return false
	}
	last := b[file]
	if last.n++; last.at.IsZero() || at.Sub(last.at) > beatTime {
		last.n = 0
	}
	if last.at = at; len(b) >= maxHabits {
		clear(b)
	}
	b[file] = last
	return last.n >= isBeat
}

// unwritten tells the files of an edit from those that programs wrote, as far as that is known: nobody can tell who
// wrote a file once it is closed.
func (w *tree) unwritten(e *Edit) {
	asked := w.own.Asked != nil && w.own.Asked(e.At)
	held := e.Written
	e.Written = nil
	e.Files = slices.DeleteFunc(e.Files, func(f string) bool {
		is := w.beats.is(f, e.At) || slices.Contains(held, f) || asked && w.asked[f] >= isHabit
		if asked && len(w.asked) < maxHabits {
			w.asked[f]++
		} else {
			delete(w.asked, f)
		}
		if is {
			e.Written = append(e.Written, f)
		}
		return is
	})
}
