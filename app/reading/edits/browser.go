package edits

import (
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/transcript/text"
)

// PageLoaded notes that a page of a server was loaded in a browser, which began at a moment: what it reported before
// and did not report again is fixed.
func (e *Edits) PageLoaded(ref app.Ref, page string, began time.Time) {
	r, err := e.errorsOf(ref, "")
	sr, gone := e.sup.ServerRun(ref)
	if r == nil || err != nil || gone != nil {
		return
	}
	r.catchUp(false)
	r.mu.Lock()
	r.d.Fix(time.Now(), func(x digest.Error) bool {
		return x.LastAt.Before(began) && r.shown.Of(x.From, x.Last) == text.PageAddress(page)
	})
	r.mu.Unlock()
	e.announce(r, sr)
}

// PagePassed notes how a server answered a request for a page that went through its named URL.
func (e *Edits) PagePassed(ref app.Ref, page string, status int) {
	r, _ := e.errorsOf(ref, "")
	sr, gone := e.sup.ServerRun(ref)
	if r == nil || gone != nil {
		return
	}
	r.mu.Lock()
	r.pages.Note(page, status, time.Now(), r.d)
	r.mu.Unlock()
	if r.changed() {
		e.announce(r, sr)
	}
}
