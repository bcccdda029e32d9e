package restarts

import (
	"errors"
	"io/fs"
	"maps"
	"time"
)

// Pauses before other attempts to save.
const (
	firstAgain = 50 * time.Millisecond
	maxAgain   = time.Second
)

// saveLater remembers a change that could not be saved, and tries until it is.
func (b *Book) saveLater(name string, c *change) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.unsaved == nil {
		b.unsaved = map[string]*change{}
	}
	b.unsaved[name] = c
	if !b.saving {
		b.saving = true
		go b.keepSaving()
	}
}

func (b *Book) keepSaving() {
	for pause, over := firstAgain, false; !over; pause = min(2*pause, maxAgain) {
		time.Sleep(pause)
		var tried map[string]*change
		err := b.store.Change(func(kept *map[string]Entry) error {
			b.mu.Lock()
			defer b.mu.Unlock()
			tried = maps.Clone(b.unsaved)
			for name, c := range tried {
				c.make(kept, name)
			}
			return nil
		})
		over = b.saved(tried, err)
	}
}

// saved removes the changes that were saved, and reports whether none is left to try: nor without the folder, which the
// manager then leaves.
func (b *Book) saved(tried map[string]*change, err error) (over bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for name, c := range tried {
		if err == nil && b.unsaved[name] == c {
			delete(b.unsaved, name)
		}
	}
	b.saving = len(b.unsaved) > 0 && !errors.Is(err, fs.ErrNotExist)
	return !b.saving
}
