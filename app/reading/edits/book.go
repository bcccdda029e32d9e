package edits

import (
	"maps"
	"slices"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/digest"
)

// judged is the verdict on one edit of the last ones.
type judged struct {
	Project string        `json:"project"`
	Edit    app.Edit      `json:"edit"`
	Of      []app.Verdict `json:"verdicts"`
}

// book is what is kept on disk: the standing of each server, by project/server, the verdicts on the last edits of all
// projects, oldest first, and what a person muted.
type book struct {
	Standing map[string]standing `json:"standing,omitempty"`
	Edits    []judged            `json:"edits,omitempty"`
	Muted    map[string][]string `json:"muted,omitempty"` // fingerprints of errors, by project/server
}

// Limits of the book.
const (
	maxJudged = 200
	maxTook   = 8
	maxStarts = 4
	maxKept   = 3 // errors of each kind in a kept verdict
)

func openBook(file string) *home.Store[book] {
	return home.OpenStore[book](file, home.WriteFast)
}

// keep writes the standings and the verdicts of a page.
func (e *Edits) keep(page app.EditPage) {
	kept := judged{Project: page.Project, Edit: *page.Edit}
	for _, v := range page.Verdicts {
		v.New, v.Again, v.Fixed, v.Unseen = some(v.New), some(v.Again), some(v.Fixed), some(v.Unseen)
		kept.Of = append(kept.Of, v)
	}
	e.save(func(b *book) {
		b.Edits = slices.DeleteFunc(b.Edits, func(j judged) bool {
			return j.Project == kept.Project && j.Edit.Number == kept.Edit.Number
		})
		b.Edits = append(b.Edits, kept)
		b.Edits = b.Edits[max(0, len(b.Edits)-maxJudged):]
	})
}

// save writes the standings, and what else change changes.
func (e *Edits) save(change func(*book)) {
	err := e.book.Change(func(b *book) error {
		change(b)
		e.mu.Lock()
		b.Standing = maps.Clone(e.standing) // here, or the later of two saves could have the earlier ones
		e.mu.Unlock()
		return nil
	})
	if err != nil {
		e.log.Warn("the verdicts on edits cannot be kept", "error", err)
	}
}

func some(list []digest.Error) []digest.Error { return list[:min(len(list), maxKept)] }

// Mute leaves an error, by its fingerprint, out of the counts of a server, in later runs too, or counts it again. It is
// listed as before. It fails if that can't be saved.
func (e *Edits) Mute(ref app.Ref, fingerprint string, muted bool) error {
	err := e.book.Change(func(b *book) error {
		list := slices.DeleteFunc(slices.Clone(b.Muted[ref.String()]), func(f string) bool { return f == fingerprint })
		if muted {
			list = append(list, fingerprint)
		}
		b.Muted = home.With(b.Muted, ref.String(), list)
		return nil
	})
	if r, _ := e.errorsOf(ref, ""); r != nil && err == nil {
		e.countAgain(r)
		e.sup.Announce()
	}
	return err
}

// Muted returns the fingerprints of a server's errors that are not counted.
func (e *Edits) Muted(ref app.Ref) []string { return e.book.Get().Muted[ref.String()] }

// countAgain counts the errors of a run, which are those of its server while it is the current or last one.
func (e *Edits) countAgain(r *reader) {
	n := r.count(e.Muted(r.ref))
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.servers[r.ref]; s != nil && s.now == r {
		s.counts = n
	}
}
