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
	maxUsual  = 50
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

// lastKept returns the last edit of a project that an earlier manager saw; nil = none.
func (b book) lastKept(project string) *app.Edit {
	for _, j := range slices.Backward(b.Edits) {
		if j.Project == project {
			return &j.Edit
		}
	}
	return nil
}
