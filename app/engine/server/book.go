package server

import (
	"errors"
	"io/fs"
	"maps"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/home"
)

// RestartEntry is saved for a server that is wanted up, and for every request before anything is done for it.
type RestartEntry struct {
	Run   string `json:"run"`             // the current run, or the last one
	Tries int    `json:"tries"`           // automatic starts in a row, including the one that is due
	Waits bool   `json:"waits,omitempty"` // the next start is due; false: the run was alive
	// Asked is a request that was not carried out when this was saved, and By is whose it was.
	Asked Asked     `json:"asked,omitempty"`
	By    app.Actor `json:"by,omitzero"`
}

// Asked is what a request is for.
type Asked string

// What requests are for.
const (
	RestartStart Asked = "start"
	Stop         Asked = "stop"
)

// Pending reports whether a request is still to be carried out when the last run of the server has this id: another one
// is the answer to it.
func (e RestartEntry) Pending(run string) bool { return e.Asked != "" && e.Run == run }

// Concerns reports whether the entry tells what follows the last run of the server, which has this id.
func (e RestartEntry) Concerns(run string) bool {
	return !e.Pending(run) && (e.Asked != "" || e.Run == run)
}

// Restarts records these servers by name, so that the next manager can complete a request, and distinguish an unseen
// crash from a stop. What can't be saved counts all the same, and is tried until it is.
type Restarts struct {
	store *home.Store[map[string]RestartEntry]

	mu      sync.Mutex
	entries map[string]RestartEntry
	unsaved bool // some are newer than what is saved
	saving  bool // a goroutine tries to save them
}

// OpenRestarts reads the book. If it is damaged, it is empty and nothing is started automatically.
func OpenRestarts(file string) *Restarts { return open(file, home.WriteFast) }

func open(file string, write func(file string, data []byte) error) *Restarts {
	b := &Restarts{store: home.OpenStore[map[string]RestartEntry](file, write), entries: map[string]RestartEntry{}}
	maps.Copy(b.entries, b.store.Get())
	return b
}

// Get returns the entry of a server, if there is one.
func (b *Restarts) Get(ref app.Ref) (RestartEntry, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e, ok := b.entries[ref.String()]
	return e, ok
}

// Put saves the entry of a server, if it is not saved already. One goroutine at a time changes the entry of a server.
func (b *Restarts) Put(ref app.Ref, e RestartEntry) error {
	return b.change(func() bool {
		kept, ok := b.entries[ref.String()]
		b.entries[ref.String()] = e
		return !ok || kept != e
	})
}

// Forget removes the entry of a server.
func (b *Restarts) Forget(ref app.Ref) {
	_ = b.change(func() bool {
		_, ok := b.entries[ref.String()]
		delete(b.entries, ref.String())
		return ok
	})
}

// change makes a change, and saves it unless it is none.
func (b *Restarts) change(make func() (changed bool)) error {
	b.mu.Lock()
	changed := make() || b.unsaved
	b.mu.Unlock()
	if !changed {
		return nil
	}
	return b.save()
}

// save writes all entries as they are now. If that fails, it is tried again later.
func (b *Restarts) save() error {
	err := b.store.Replace(func() map[string]RestartEntry {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.unsaved = false
		return maps.Clone(b.entries)
	})
	if err != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.unsaved = true; !b.saving {
			b.saving = true
			go b.keepSaving()
		}
	}
	return err
}

// Pauses before other attempts to save.
const (
	firstAgain = 50 * time.Millisecond
	maxAgain   = time.Second
)

// keepSaving tries until all is saved, or until there is no folder, which the manager then leaves.
func (b *Restarts) keepSaving() {
	for pause := firstAgain; ; pause = min(2*pause, maxAgain) {
		time.Sleep(pause)
		if err := b.save(); err == nil || errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	b.mu.Lock()
	b.saving = false
	b.mu.Unlock()
}
