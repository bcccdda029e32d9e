package server

import (
	"errors"
	"maps"
	"os"
	"sync"

	"devservers/app"
	"devservers/app/base/atomicfile"
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

// Restarts records these servers by name, so that the next manager can complete a request, and distinguish an unseen crash
// from a stop. What can't be saved counts all the same, and is tried until it is.
type Restarts struct {
	store *atomicfile.Store[map[string]RestartEntry] // what counted when the journal began

	mu      sync.Mutex // held while a change is written
	journal journal
	entries map[string]RestartEntry
	unsaved map[string]bool // servers whose entries are newer than what is saved
	saving  bool            // a goroutine tries to save them
}

// OpenRestarts reads the book. If it is damaged, it is empty and nothing is started automatically.
func OpenRestarts(file string) *Restarts {
	return open(atomicfile.OpenStore[map[string]RestartEntry](file, atomicfile.WriteFast), journal{file: file + "l", open: os.OpenFile, size: unknown})
}

func open(store *atomicfile.Store[map[string]RestartEntry], j journal) *Restarts {
	b := &Restarts{store: store, journal: j, entries: map[string]RestartEntry{}, unsaved: map[string]bool{}}
	if maps.Copy(b.entries, store.Get()); store.Problem() == nil {
		j.replay(b.entries)
	}
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
func (b *Restarts) Put(ref app.Ref, e RestartEntry) error { return b.set(line{ref.String(), &e}) }

// Forget removes the entry of a server.
func (b *Restarts) Forget(ref app.Ref) { _ = b.set(line{Server: ref.String()}) }

func (b *Restarts) set(l line) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	kept, ok := b.entries[l.Server]
	if !b.unsaved[l.Server] && ok == (l.Entry != nil) && (!ok || kept == *l.Entry) {
		return nil
	}
	l.apply(b.entries)
	err := b.save(l)
	if err != nil {
		b.saveLater(l.Server)
	} else {
		delete(b.unsaved, l.Server)
	}
	return err
}

// save writes changes; mu is held.
func (b *Restarts) save(lines ...line) error {
	// If the manager dies between the two writes below, the next one finds an old journal, which must have all entries.
	if b.journal.size < maxJournal || len(b.unsaved) > 0 {
		if err := b.journal.append(lines); !errors.Is(err, errReplace) {
			return err
		}
	}
	err := b.store.Change(func(kept *map[string]RestartEntry) error {
		*kept = maps.Clone(b.entries)
		return nil
	})
	if err == nil {
		err = b.journal.begin()
	}
	return err
}
