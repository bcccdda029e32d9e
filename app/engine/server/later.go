package server

import (
	"errors"
	"io/fs"
	"time"
)

// Pauses before other attempts to save.
const (
	firstAgain = 50 * time.Millisecond
	maxAgain   = time.Second
)

// saveLater remembers that the entry of a server could not be saved, and tries until it is; mu is held.
func (b *Restarts) saveLater(name string) {
	b.unsaved[name] = true
	if !b.saving {
		b.saving = true
		go b.keepSaving()
	}
}

func (b *Restarts) keepSaving() {
	for pause, over := firstAgain, false; !over; pause = min(2*pause, maxAgain) {
		time.Sleep(pause)
		over = b.saveUnsaved()
	}
}

// saveUnsaved reports whether no entry is left to save: nor without the folder, which the manager then leaves.
func (b *Restarts) saveUnsaved() (over bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var lines []line
	for name := range b.unsaved {
		l := line{Server: name}
		if e, ok := b.entries[name]; ok {
			l.Entry = &e
		}
		lines = append(lines, l)
	}
	err := b.save(lines...)
	if err == nil {
		clear(b.unsaved)
	}
	b.saving = err != nil && !errors.Is(err, fs.ErrNotExist)
	return !b.saving
}
