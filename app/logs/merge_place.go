package logs

import (
	"math"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/run"
	"devservers/app/words"
)

// nextRun is the oldest kept run that is newer than id; "" = there is none yet.
func (s *Logs) nextRun(ref app.Ref, id string) string {
	latest := s.sup.LatestRun(ref)
	if latest <= id {
		return ""
	}
	for _, next := range s.sup.RunIDs(ref) {
		if next > id {
			return min(next, latest)
		}
	}
	return latest
}

// earlierRun is the newest kept run that is older than id; "" = there is none.
func (s *Logs) earlierRun(ref app.Ref, id string) string {
	for _, earlier := range slices.Backward(s.sup.RunIDs(ref)) {
		if earlier < id {
			return earlier
		}
	}
	return ""
}

// placeNow is behind the last whole line that a server has printed.
func (s *Logs) placeNow(ref app.Ref) app.Place {
	at := app.Place{Run: s.sup.LatestRun(ref)}
	l, err := s.sup.Glance(ref, at.Run)
	if at.Run == "" || err != nil {
		return at
	}
	defer l.Close()
	over := l.Over() // before the bounds: what is unfinished then stays so
	at.Seq = lastWhole(l.Bounds(), over)
	return at
}

// placeAt is before the first line that a server printed at t or later. Ids of runs hold when they began.
func (s *Logs) placeAt(ref app.Ref, t time.Time) app.Place {
	const stamp = 8 // the digits of an id that are its time
	id := s.earlierRun(ref, run.NewID(t)[:stamp]+"~")
	if id == "" {
		return app.Place{}
	}
	l, err := s.sup.Glance(ref, id)
	if err != nil {
		return app.Place{Run: id, Seq: math.MaxInt64}
	}
	defer l.Close()
	return app.Place{Run: id, Seq: l.Seek(t) - 1}
}

// Around is the boundary before line seq of a run, with every other server's at the moment of that line.
func (s *Logs) Around(q MergeQuery, ref app.Ref, id string, seq int64) (app.MergeCursor, error) {
	l, err := s.sup.Glance(ref, id)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	when := time.Now()
	if line, ok := lineAt(l, seq); ok {
		when = line
	}
	at := app.MergeCursor{}
	for _, other := range s.refs(q) {
		at[other] = s.placeAt(other, when)
	}
	at[ref] = app.Place{Run: id, Seq: max(seq-1, 0)}
	return at, nil
}

// Owner finds whose run an id is, among the servers and tasks of some projects (none = all).
func (s *Logs) Owner(projects []string, id string) (app.Ref, error) {
	for _, ref := range s.refs(MergeQuery{Projects: projects}) {
		if slices.Contains(s.sup.RunIDs(ref), id) {
			return ref, nil
		}
	}
	return app.Ref{}, app.Failf(app.CodeNotFound, "its server's newer runs are", "the run %s is not kept any more", words.Quote(id))
}
