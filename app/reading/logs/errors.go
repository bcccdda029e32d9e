package logs

import (
	"sync"

	"devservers/app"
	"devservers/app/digest"
)

// Errors returns where the errors of a run are, and whether that never changes, since the run is over.
type Errors func(ref app.Ref, run string) (found digest.Ranges, past bool)

// maxPast is how many runs that are over are remembered.
const maxPast = 64

// known remembers the errors of runs that are over: to find them takes a look at all of their lines.
type known struct {
	find Errors // nil: unknown
	mu   sync.Mutex
	past map[string]digest.Ranges // by run
}

// of returns the errors of a run.
func (k *known) of(ref app.Ref, run string) digest.Ranges {
	if k.find == nil || run == "" {
		return digest.Ranges{}
	}
	k.mu.Lock()
	found, ok := k.past[run]
	k.mu.Unlock()
	if ok {
		return found
	}
	found, past := k.find(ref, run)
	if past {
		k.mu.Lock()
		defer k.mu.Unlock()
		if len(k.past) >= maxPast {
			clear(k.past)
		}
		k.past[run] = found
	}
	return found
}

// ShowErrors gives queries with Errors the digests of the runs. It is called before the first query.
func (l *Logs) ShowErrors(find Errors) { l.errors.find = find }

// lineErrors holds the errors of the run that a source reads. The zero value has none.
type lineErrors struct {
	known  *known // nil: nobody wants to know
	ref    app.Ref
	run    string
	looked bool // for this page
	digest.Ranges
}

// level returns the level of a line that states one, and the error that it is part of.
func (e *lineErrors) level(run string, seq int64, stated string) (string, *digest.Range) {
	if e.known == nil {
		return stated, nil
	}
	e.look(run, seq)
	part := e.Of(seq)
	switch {
	case part != nil && (part.Level == "error" || stated == ""):
		return part.Level, part
	case part == nil && stated == "error" && e.Knows(seq):
		return "", nil // it only looks like one
	}
	return stated, part
}

// look finds the errors of a run, as far as the line seq if they are known by now.
func (e *lineErrors) look(run string, seq int64) {
	if e.run != run || seq > e.Last && !e.looked {
		e.run, e.looked, e.Ranges = run, true, e.known.of(e.ref, run)
	}
}

// byDigest reports whether lines are searched by levels that they may have without stating them.
func (s *source) byDigest() bool { return s.errors.known != nil && s.find != nil && s.find.Levels != 0 }

// apart returns the last line, of those to at, that may be part of an error or a warning which doesn't state its level.
// The lines after it have the levels that they state.
func (s *source) apart() int64 {
	last := min(s.at.Seq, s.log.Bounds().Last)
	s.errors.look(s.at.Run, last)
	from := s.low
	for _, r := range s.errors.List {
		if r.From <= last {
			from = max(from, min(last, r.To))
		}
	}
	return from
}

// toError passes over the lines before at that are known not to be errors.
func (s *source) toError() {
	if !s.leap || s.found && !s.byDigest() {
		return
	}
	last := min(s.at.Seq, s.log.Bounds().Last)
	s.errors.look(s.at.Run, last)
	if !s.errors.Knows(last) {
		return
	}
	to := s.errors.First - 1
	for i := len(s.errors.List) - 1; i >= 0; i-- {
		if r := s.errors.List[i]; r.Level == "error" && r.From <= last {
			to = max(to, min(last, r.To))
			break
		}
	}
	s.at.Seq = max(to, s.low)
}
