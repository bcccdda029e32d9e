package logs

import (
	"context"
	"slices"
	"time"

	"devservers/app"
)

// several is the rhythm of a follower of several servers.
var several = rhythm{pause: 50 * time.Millisecond, full: 150 * time.Millisecond, flood: 400 * time.Millisecond, lag: 4000, keep: 200}

const (
	mergedBatch = 400     // lines of a page
	pickyLag    = 400_000 // of a follower whose filter leaves out most lines: it looks faster than anybody reads
)

// FollowMerged yields what comes after q.At (nil: from now on), until ctx ends, whose error it returns, or yield
// returns an error. It continues over restarts of servers, and new servers join in.
//
// Every line comes once, and those of one server in their order. When lines come faster than the reader takes them, a
// Gap with Skipped stands for those in between. Lines that come within one pause are merged by time. A line that has
// no end yet comes as Partial each time it has changed, after all others of its page; when it ends it comes again as a
// whole.
func (l *Logs) FollowMerged(ctx context.Context, q Query, yield func(app.MergedPage) error) error {
	began := time.Now()
	q.Direction, q.Since, q.Until = Forward, time.Time{}, time.Time{}
	if q.At == nil {
		q.At = l.now(q)
	}
	m, err := l.several(q, mergedBatch)
	if err != nil {
		return err
	}
	defer m.close()
	m.ends = true
	f := &follower{merge: m, rhythm: several, idle: func() (bool, error) { return false, nil }}
	if m.filter.picky() {
		f.lag = pickyLag
	}
	f.join = func() { m.join(began) }
	f.step = func(ctx context.Context) (given, error) {
		page, err := m.read(ctx, followLook)
		g := ofPage(page)
		if err == nil && g.lines > 0 {
			err = yield(page)
		}
		return g, err
	}
	return f.run(ctx)
}

// join adds servers that were declared since. Everything that they have printed since began counts.
func (m *merge) join(began time.Time) {
	for _, ref := range m.logs.refs(m.q) {
		if !slices.ContainsFunc(m.sources, func(src *source) bool { return src.ref == ref }) {
			m.add(ref, m.logs.placeAt(ref, began))
		}
	}
}

// now is after everything that was printed.
func (l *Logs) now(q Query) app.MergeCursor {
	at := app.MergeCursor{}
	for _, ref := range l.refs(q) {
		at[ref] = l.placeNow(ref)
	}
	return at
}
