package history

import (
	"sync"

	"devservers/app/run/protocol"
)

// Ended remembers the records of runs that are over: nothing changes them any more. Its zero value is ready; its
// methods are safe for concurrent use.
type Ended struct {
	mu      sync.Mutex
	records map[string]protocol.Record // by directory
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
