package app

import (
	"math"
	"slices"
	"time"

	"devservers/app/run"
)

// latestRun is the current or the last run of a server; "" = it has not run.
func (s *Supervisor) latestRun(ref Ref) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.lookup(ref); m != nil && m.run != nil {
		return m.run.Record().ID
	}
	return ""
}

// nextRun is the oldest kept run that is newer than id; "" = there is none yet.
func (s *Supervisor) nextRun(ref Ref, id string) string {
	latest := s.latestRun(ref)
	if latest <= id {
		return ""
	}
	for _, next := range s.runIDs(ref) {
		if next > id {
			return min(next, latest)
		}
	}
	return latest
}

// earlierRun is the newest kept run that is older than id; "" = there is none.
func (s *Supervisor) earlierRun(ref Ref, id string) string {
	for _, earlier := range slices.Backward(s.runIDs(ref)) {
		if earlier < id {
			return earlier
		}
	}
	return ""
}

// placeNow is behind the last whole line that a server has printed.
func (s *Supervisor) placeNow(ref Ref) Place {
	at := Place{Run: s.latestRun(ref)}
	l, err := s.glance(ref, at.Run)
	if at.Run == "" || err != nil {
		return at
	}
	defer l.Close()
	over := l.Over() // before the bounds: what is unfinished then stays so
	at.Seq = lastWhole(l.Bounds(), over)
	return at
}

// placeAt is before the first line that a server printed at t or later. Ids of runs hold when they began.
func (s *Supervisor) placeAt(ref Ref, t time.Time) Place {
	const stamp = 8 // the digits of an id that are its time
	id := s.earlierRun(ref, run.NewID(t)[:stamp]+"~")
	if id == "" {
		return Place{}
	}
	l, err := s.glance(ref, id)
	if err != nil {
		return Place{id, math.MaxInt64}
	}
	defer l.Close()
	return Place{id, l.Seek(t) - 1}
}

// MergedAround is the boundary before line seq of a run, with every other server's at the moment of that line.
func (s *Supervisor) MergedAround(q MergeQuery, ref Ref, id string, seq int64) (MergeCursor, error) {
	l, err := s.glance(ref, id)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	when := time.Now()
	if line, ok := lineAt(l, seq); ok {
		when = line
	}
	at := MergeCursor{}
	for _, other := range s.mergeRefs(q) {
		at[other] = s.placeAt(other, when)
	}
	at[ref] = Place{id, max(seq-1, 0)}
	return at, nil
}

// RunOwner finds whose run an id is, among the servers and tasks of some projects (none = all).
func (s *Supervisor) RunOwner(projects []string, id string) (Ref, error) {
	for _, ref := range s.mergeRefs(MergeQuery{Projects: projects}) {
		if slices.Contains(s.runIDs(ref), id) {
			return ref, nil
		}
	}
	return Ref{}, failf(CodeNotFound, "its server's newer runs are", "the run %s is not kept any more", quoteShort(id))
}
