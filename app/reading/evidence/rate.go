package evidence

import (
	"time"

	"devservers/app/digest"
)

// Rate is how often an error came before an edit.
type Rate struct {
	Count       int
	First, Last time.Time
}

// Covers reports whether an error came since the edit no more often than it did before.
func (b Rate) Covers(e digest.Error, edit, now time.Time) bool {
	if b.Count < 2 {
		return false
	}
	gap := max(b.Last.Sub(b.First)/time.Duration(b.Count-1), time.Second)
	return e.Count-b.Count <= 1+2*int(now.Sub(edit)/gap)
}
