package edits

import (
	"path/filepath"
	"testing"
	"time"
)

// TestSaveHasTheLatestStandings changes one in the middle of a save, as another goroutine would.
func TestSaveHasTheLatestStandings(t *testing.T) {
	t.Parallel()
	e := &Edits{standing: map[string]standing{}, book: openBook(filepath.Join(t.TempDir(), "edits.json"))}
	good := time.Now()
	e.save(func(*book) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.standing["shop/web"] = standing{Good: &good}
	})
	if got := e.book.Get().Standing["shop/web"]; got.Good == nil {
		t.Errorf("saved: %+v", got)
	}
}
