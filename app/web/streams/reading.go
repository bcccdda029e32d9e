package streams

import (
	"context"
	"maps"

	"devservers/app"
	"devservers/app/base/changes"
)

// sharedReading follows the lines of all pages that show the same: each batch is read and drawn once.
type sharedReading struct {
	changes.Mutex
	batches []*batch // the newest
	size    int      // of these, in bytes
	drawer  *request // of the page that came last: it knows the servers as they are now
	over    bool
	today   string // the day of the last line that was drawn; run's

	pages int    // whose it is; the lock of shared is held
	end   func() // stops it, and waits for that
}

// batch is what came at once.
type batch struct {
	number int // from 1
	after  app.MergeCursor
	cursor string // after
	html   []byte
	open   []app.MergedLine // lines without an end, which pages show from now on
}

// The most that a reading keeps for pages that are slow. The others read for themselves.
const (
	keptBatches = 16
	keptBytes   = 256 << 10
)

// copied returns a request with which another goroutine draws.
func (l *request) copied() *request {
	own := *l
	own.view.Look.Servers = maps.Clone(l.view.Look.Servers)
	return &own
}

// draws lets a page that has just come draw from now on. It reports whether the reading continues.
func (r *sharedReading) draws(l *request) bool {
	r.Lock()
	defer r.Unlock()
	r.drawer = l.copied()
	return !r.over
}

// run reads from now on until ctx ends.
func (r *sharedReading) run(ctx context.Context, l *request) {
	q := l.query
	q.At = l.reader.Now(q)
	r.add(&batch{after: q.At})
	_ = l.reader.FollowMerged(ctx, q, func(page app.MergedPage) error {
		html, err := r.draw(ctx, page)
		if err == nil {
			r.add(&batch{after: page.After, html: html, open: unfinished(page)})
		}
		return err
	})
	r.Lock()
	defer r.Unlock()
	r.over = true
	r.Announce()
}

func (r *sharedReading) draw(ctx context.Context, page app.MergedPage) ([]byte, error) {
	r.Lock()
	drawer := r.drawer
	r.Unlock()
	drawer.view.Look.Today = r.today
	defer func() { r.today = drawer.view.Look.Today }()
	return drawer.batch(ctx, page)
}

// unfinished returns the lines of a page that have no end yet.
func unfinished(page app.MergedPage) (list []app.MergedLine) {
	for _, line := range page.Lines {
		if line.Partial {
			list = append(list, line)
		}
	}
	return list
}

// add publishes a batch. Lines without an end stay open until their servers are past them.
func (r *sharedReading) add(b *batch) {
	b.cursor = b.after.String()
	r.Lock()
	defer r.Unlock()
	if n := len(r.batches); n > 0 {
		b.number = r.batches[n-1].number
		b.open = append(stillOpen(r.batches[n-1].open, b), b.open...)
	}
	b.number++
	r.batches = append(r.batches, b)
	r.size += len(b.html)
	for len(r.batches) > 1 && (len(r.batches) > keptBatches || r.size > keptBytes) {
		r.size -= len(r.batches[0].html)
		r.batches = append(r.batches[:0:0], r.batches[1:]...)
	}
	r.Announce()
}

// stillOpen returns those of some open lines that are as they were after a batch.
func stillOpen(open []app.MergedLine, b *batch) (list []app.MergedLine) {
	known := map[string]bool{}
	for _, line := range b.open {
		known[line.Server] = true
	}
	for _, line := range open {
		if !known[line.Server] && comesBefore(b.after, line) {
			list = append(list, line)
		}
	}
	return list
}

// next returns the batch after one, or the newest if that is no longer kept; nil if there is none.
func (r *sharedReading) next(after int) (b *batch, over bool) {
	r.Lock()
	defer r.Unlock()
	n := len(r.batches)
	if n == 0 || r.batches[n-1].number <= after {
		return nil, r.over
	}
	if i := after + 1 - r.batches[0].number; i >= 0 && i < n {
		return r.batches[i], r.over
	}
	return r.batches[n-1], r.over
}
