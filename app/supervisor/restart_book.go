package supervisor

import (
	"path/filepath"

	"devservers/app"
	"devservers/app/atomicfile"
	"devservers/app/home"
)

// keepUp is saved across managers for a server that is wanted up and whose end is followed by a restart or by hooks.
type keepUp struct {
	Run   string `json:"run"`             // the current run, or the last one
	Tries int    `json:"tries"`           // automatic starts in a row, including the one that is due
	Waits bool   `json:"waits,omitempty"` // the next start is due; false: the run was alive
}

// keepBook records these servers by name, so that the next manager can distinguish an unseen crash from a stop.
type keepBook struct {
	store *atomicfile.Store[map[string]keepUp]
}

// openKeepBook reads the book. If it is damaged, it is empty and nothing is started automatically.
func openKeepBook(d home.Dirs) *keepBook {
	return &keepBook{atomicfile.OpenStore[map[string]keepUp](filepath.Join(d.State, "restarts.json"), atomicfile.WriteFast)}
}

func (b *keepBook) get(ref app.Ref) (keepUp, bool) {
	k, ok := b.store.Get()[ref.String()]
	return k, ok
}

func (b *keepBook) put(ref app.Ref, k keepUp) error {
	return b.store.Change(func(kept *map[string]keepUp) error {
		if *kept == nil {
			*kept = map[string]keepUp{}
		}
		(*kept)[ref.String()] = k
		return nil
	})
}

func (b *keepBook) forget(ref app.Ref) {
	if _, ok := b.get(ref); !ok {
		return
	}
	// If the disk is full, the worst is one unneeded start.
	_ = b.store.Change(func(kept *map[string]keepUp) error {
		delete(*kept, ref.String())
		return nil
	})
}
