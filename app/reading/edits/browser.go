package edits

import (
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/reading/evidence"
)

// PageLoaded notes that a page of a server was loaded in a browser, which began at a moment: what it reported before
// and did not report again is fixed.
func (e *Edits) PageLoaded(ref app.Ref, page string, began time.Time) {
	sr, err := e.sup.ServerRun(ref)
	if err != nil {
		return
	}
	r, _ := e.readers(sr)
	if r == nil {
		return
	}
	r.catchUp(false)
	r.mu.Lock()
	r.d.Fix(time.Now(), func(x digest.Error) bool {
		return x.LastAt.Before(began) && r.shown.Of(x) == evidence.PageAddress(page)
	})
	r.mu.Unlock()
	e.announce(r, sr)
}
