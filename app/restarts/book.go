package restarts

import (
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
// from a stop.
type Book struct {
	store *atomicfile.Store[map[string]Entry]
}

// Open reads the book. If it is damaged, it is empty and nothing is started automatically.
func Open(file string) *Book {
	return &Book{atomicfile.OpenStore[map[string]Entry](file, atomicfile.WriteFast)}
}

// Get returns the entry of a server, if there is one.
func (b *Book) Get(ref app.Ref) (Entry, bool) {
	e, ok := b.store.Get()[ref.String()]
	return e, ok
}

// Put saves the entry of a server, if it is not saved already.
func (b *Book) Put(ref app.Ref, e Entry) error {
	if kept, ok := b.Get(ref); ok && kept == e {
		return nil
	}
	return b.store.Change(func(kept *map[string]Entry) error {
		if *kept == nil {
			*kept = map[string]Entry{}
		}
		(*kept)[ref.String()] = e
		return nil
	})
}

// Forget removes the entry of a server.
func (b *Book) Forget(ref app.Ref) {
	if _, ok := b.Get(ref); !ok {
		return
	}
	// If the disk is full, the worst is one unneeded start.
	_ = b.store.Change(func(kept *map[string]Entry) error {
		delete(*kept, ref.String())
		return nil
	})
}
