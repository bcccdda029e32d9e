package app

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"devservers/app/atomicfile"
)

// keepUp is what has to outlive the manager about a server that is wanted up, and whose end has something follow: a
// restart, or hooks.
type keepUp struct {
	Run   string `json:"run"`             // the one that lives, or ended last
	Tries int    `json:"tries"`           // automatic starts in a row, with the one that is waited for
	Waits bool   `json:"waits,omitempty"` // for the next start; false: the run lived
}

// keepBook remembers these servers, so that a manager that is started later knows an end which nobody saw from a stop. All methods may be called at once.
type keepBook struct {
	file string

	mu   sync.Mutex
	kept map[string]keepUp // by project/server
}

// openKeepBook reads the book. A damaged one is empty: then nothing is started by itself.
func openKeepBook(d Dirs) *keepBook {
	b := &keepBook{file: filepath.Join(d.State, "restarts.json"), kept: map[string]keepUp{}}
	data, err := os.ReadFile(b.file)
	if err != nil || json.Unmarshal(data, &b.kept) != nil || b.kept == nil {
		b.kept = map[string]keepUp{}
	}
	return b
}

func (b *keepBook) get(ref Ref) (keepUp, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	k, ok := b.kept[ref.String()]
	return k, ok
}

func (b *keepBook) put(ref Ref, k keepUp) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	next := maps.Clone(b.kept)
	next[ref.String()] = k
	return b.save(next)
}

func (b *keepBook) forget(ref Ref) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.kept[ref.String()]; !ok {
		return
	}
	next := maps.Clone(b.kept)
	delete(next, ref.String())
	// When the disk is full the worst is a server that is started once too often.
	_ = b.save(next)
}

func (b *keepBook) save(next map[string]keepUp) error {
	data, err := json.MarshalIndent(next, "", "  ")
	if err != nil {
		return err
	}
	b.kept = next
	return atomicfile.WriteFast(b.file, append(data, '\n'))
}
