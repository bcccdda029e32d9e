package history

import (
	"os"
	"slices"
	"sync"
	"time"

	"devservers/app/run/protocol"
)

// Ended remembers the records of runs that are over, which nothing changes any more, and which runs a directory has
// while that doesn't change. Its zero value is ready; its methods are safe for concurrent use.
type Ended struct {
	mu      sync.Mutex
	records map[string]protocol.Record // by directory
	kept    map[string]keptIDs         // by the directory of a server
}

// keptIDs are the ids of the runs in a directory when it had changed last.
type keptIDs struct {
	changed time.Time
	ids     []string
}

// settled is how old the last change of a directory must be: a later one has another time then.
const settled = 2 * time.Second

// ids returns the ids of the runs in the directory of a server, in order.
func (e *Ended) ids(dir string) []string {
	info, err := os.Stat(dir)
	if e == nil || err != nil {
		ids, _ := listIDs(dir)
		return ids
	}
	e.mu.Lock()
	k := e.kept[dir]
	e.mu.Unlock()
	if k.changed.Equal(info.ModTime()) {
		return slices.Clone(k.ids)
	}
	ids, err := listIDs(dir)
	if err == nil && time.Since(info.ModTime()) > settled {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.kept == nil || len(e.kept) >= mostEnded {
			e.kept = map[string]keptIDs{}
		}
		e.kept[dir] = keptIDs{info.ModTime(), slices.Clone(ids)}
	}
	return ids
}

// mostEnded is how many records are remembered. Each has the names of the variables of its run.
const mostEnded = 2000

// load returns the record of the run in a directory.
func (e *Ended) load(dir string) (protocol.Record, error) {
	if e == nil {
		return protocol.Load(dir)
	}
	e.mu.Lock()
	rec, known := e.records[dir]
	e.mu.Unlock()
	if known {
		return rec, nil
	}
	rec, err := protocol.Load(dir)
	if err == nil && rec.Gone != nil {
		e.keep(dir, rec)
	}
	return rec, err
}

func (e *Ended) keep(dir string, rec protocol.Record) {
	rec.Given = nil // not shown, and large
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.records == nil || len(e.records) >= mostEnded {
		e.records = map[string]protocol.Record{}
	}
	e.records[dir] = rec
}
