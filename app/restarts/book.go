package restarts

import (
	"sync"

	"devservers/app"
	"devservers/app/atomicfile"
)

// Entry is saved for a server that is wanted up, and for every request before anything is done for it.
type Entry struct {
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
	Start Asked = "start"
	Stop  Asked = "stop"
)

// Pending reports whether a request is still to be carried out when the last run of the server has this id: another one
// is the answer to it.
func (e Entry) Pending(run string) bool { return e.Asked != "" && e.Run == run }

// Book records these servers by name, so that the next manager can complete a request, and distinguish an unseen crash
// from a stop. What can't be saved counts all the same, and is tried until it is.
type Book struct {
	store *atomicfile.Store[map[string]Entry]

	mu      sync.Mutex
	unsaved map[string]*change // newer than what is saved
	saving  bool               // a goroutine tries to save them
}

// change is the new entry of a server; nil removes it.
type change struct{ entry *Entry }

// Open reads the book. If it is damaged, it is empty and nothing is started automatically.
func Open(file string) *Book {
	return &Book{store: atomicfile.OpenStore[map[string]Entry](file, atomicfile.WriteFast)}
}

// Get returns the entry of a server, if there is one.
func (b *Book) Get(ref app.Ref) (Entry, bool) {
	b.mu.Lock()
	newer := b.unsaved[ref.String()]
	b.mu.Unlock()
	switch {
	case newer == nil:
		e, ok := b.store.Get()[ref.String()]
		return e, ok
	case newer.entry == nil:
		return Entry{}, false
	}
	return *newer.entry, true
}

// Put saves the entry of a server, if it is not saved already. One goroutine at a time changes the entry of a server.
func (b *Book) Put(ref app.Ref, e Entry) error { return b.set(ref, &e) }

// Forget removes the entry of a server.
func (b *Book) Forget(ref app.Ref) { _ = b.set(ref, nil) }

func (b *Book) set(ref app.Ref, e *Entry) error {
	name, c := ref.String(), &change{e}
	b.mu.Lock()
	_, behind := b.unsaved[name]
	delete(b.unsaved, name)
	b.mu.Unlock()
	if kept, ok := b.store.Get()[name]; !behind && ok == (e != nil) && (!ok || kept == *e) {
		return nil
	}
	err := b.store.Change(func(kept *map[string]Entry) error {
		c.make(kept, name)
		return nil
	})
	if err != nil {
		b.saveLater(name, c)
	}
	return err
}

func (c *change) make(kept *map[string]Entry, name string) {
	switch {
	case c.entry == nil:
		delete(*kept, name)
	case *kept == nil:
		*kept = map[string]Entry{name: *c.entry}
	default:
		(*kept)[name] = *c.entry
	}
}
