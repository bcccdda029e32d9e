package logs

import (
	"errors"
	"math"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/supervisor"
	"devservers/app/transcript"
)

// nextRun is the oldest stored run that is newer than id; "" = there is none yet.
func nextRun(sup *supervisor.Supervisor, ref app.Ref, id string) string {
	latest := sup.LatestRun(ref)
	if latest <= id {
		return ""
	}
	for _, next := range sup.Kept.IDs(ref) {
		if next > id {
			return min(next, latest)
		}
	}
	return latest
}

// placeNow is after the last whole line that a server has printed.
func (l *Logs) placeNow(ref app.Ref) app.Position {
	return l.place(ref, l.sup.LatestRun(ref), 0, func(log runLog) int64 {
		over := log.Over() // before the bounds: what is unfinished then stays so
		return lastWhole(log.Bounds(), over)
	})
}

// placeAt is before the first line that a server printed at t or later.
func (l *Logs) placeAt(ref app.Ref, t time.Time) app.Position {
	return l.place(ref, l.sup.Kept.At(ref, t), math.MaxInt64, func(log runLog) int64 { return log.Seek(t) - 1 })
}

// place is a place in a run; in one that is not stored it is at seq.
func (l *Logs) place(ref app.Ref, id string, seq int64, where func(runLog) int64) app.Position {
	if id == "" {
		return app.Position{}
	}
	log, err := l.sup.Glance(ref, id)
	if err != nil {
		return app.Position{Run: id, Seq: seq}
	}
	defer log.Close()
	return app.Position{Run: id, Seq: where(log)}
}

func lastWhole(b transcript.Bounds, over bool) int64 {
	if b.Partial && !over {
		return b.Last - 1
	}
	return b.Last
}

// Around returns the boundary before line seq of a run, with the place of every other server at the moment of that
// line.
func (l *Logs) Around(q Query, ref app.Ref, id string, seq int64) (app.MergeCursor, error) {
	log, err := l.sup.Glance(ref, id)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	when := time.Now()
	if read, err := log.After(seq-1, transcript.Limit{Lines: 1}); err == nil && len(read.Lines) > 0 {
		when = read.Lines[0].Time
	}
	at := app.MergeCursor{}
	for _, other := range l.refs(q) {
		at[other] = l.placeAt(other, when)
	}
	at[ref] = app.Position{Run: id, Seq: max(seq-1, 0)}
	return at, nil
}

// Owner returns the server or task that a run belongs to, in some projects (none = all).
func (l *Logs) Owner(projects []string, id string) (app.Ref, error) {
	for _, ref := range refs(l.sup, projects, nil) {
		if slices.Contains(l.sup.Kept.IDs(ref), id) {
			return ref, nil
		}
	}
	return app.Ref{}, app.Failf(app.CodeNotFound, "look at a newer run of its server", "no run %s is stored",
		words.Quote(id))
}

func codeOf(err error) app.Code {
	if e := (*app.Error)(nil); errors.As(err, &e) {
		return e.Code
	}
	return app.CodeInternal
}
