package logs

import (
	"context"
	"slices"
	"time"

	"devservers/app"
)

// several is the rhythm of a follower of several servers.
var several = rhythm{pause: 50 * time.Millisecond, full: 150 * time.Millisecond, flood: 400 * time.Millisecond,
	lag: 4000, keep: 200}

const (
	mergedBatch = 400     // lines of a page
	pickyLag    = 400_000 // of a follower whose filter leaves out most lines: it looks faster than anybody reads
)

// FollowMerged yields what comes after q.At (nil: from now on), until ctx ends, whose error it returns, or yield
// returns an error. It continues over restarts of servers, whose next run is the newest one then, and new servers join
// in.
//
// Every line comes once, and lines of one server in their order. When lines come faster than the reader takes them, a
// Gap with Skipped stands for the lines in between. Lines that come within one pause are merged by time. A line that
// has no end yet comes as Partial each time it has changed, after all others of its page; when it ends it comes again
// as a whole.
func (l *Logs) FollowMerged(ctx context.Context, q Query, yield func(app.MergedPage) error) error {
	began := time.Now()
	if q.At == nil {
		q.At = l.Now(q)
	}
	f, err := l.followSeveral(q)
	if err != nil {
		return err
	}
	defer f.close()
	f.ends, f.idle = true, func() (bool, error) { return false, nil }
	f.join = func() { f.merge.join(began) }
	f.step = func(ctx context.Context) (given, error) {
		page, err := f.read(ctx, followLook)
		g := ofPage(page)
		if err == nil && g.lines > 0 {
			err = yield(page)
		}
		return g, err
	}
	return f.run(ctx)
}

// followSeveral returns a follower of all servers that q names, from q.At on.
func (l *Logs) followSeveral(q Query) (*follower, error) {
	q.Direction, q.Since, q.Until, q.Newest = Forward, time.Time{}, time.Time{}, false
	m, err := l.several(q, mergedBatch)
	f := &follower{merge: m, rhythm: several}
	if err == nil && m.filter.picky() {
		f.lag = pickyLag
	}
	return f, err
}

// FollowTo yields what FollowMerged yields between q.At and a later place, but for lines without an end, and returns
// when it is there. Servers that the place doesn't name are left out.
func (l *Logs) FollowTo(ctx context.Context, q Query, to app.MergeCursor, yield func(app.MergedPage) error) error {
	q.To = to
	f, err := l.followSeveral(q)
	if err != nil {
		return err
	}
	defer f.close()
	for more := true; more && err == nil; {
		f.skip()
		var page app.MergedPage
		if page, err = f.read(ctx, followLook); err == nil && len(page.Lines) > 0 {
			err = yield(page)
		}
		if more = page.More; more {
			app.Pause(ctx, f.after(ofPage(page)))
		}
	}
	return err
}

// join adds servers that were declared since. Everything that they have printed since began counts.
func (m *merge) join(began time.Time) {
	for _, ref := range m.logs.refs(m.q) {
		if !slices.ContainsFunc(m.sources, func(src *source) bool { return src.ref == ref }) {
			m.add(ref, m.logs.placeAt(ref, began))
		}
	}
}

// Now is after everything that was printed.
func (l *Logs) Now(q Query) app.MergeCursor {
	at := app.MergeCursor{}
	for _, ref := range l.refs(q) {
		at[ref] = l.placeNow(ref)
	}
	return at
}

// Known returns a cursor without the servers that q doesn't name or that no longer exist.
func (l *Logs) Known(q Query, at app.MergeCursor) app.MergeCursor {
	known := app.MergeCursor{}
	for _, ref := range l.refs(q) {
		if place, ok := at[ref]; ok {
			known[ref] = place
		}
	}
	return known
}
