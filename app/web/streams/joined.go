package streams

import (
	"context"
	"strings"

	"devservers/app"
)

// joined is a page that gets the batches of a reading. While it stands elsewhere, since it has just come or is slow, it
// reads for itself until it has caught up.
type joined struct {
	*request
	reading *sharedReading
	at      app.MergeCursor // after what it has; nil: it begins with what comes from now on
	last    int             // the batch that it has caught up with
	level   bool            // it stands where that ends
	send    func(cursor string, html []byte)
}

// followShared sends what comes for a pane, together with all pages that show the same.
func (l *request) followShared(ctx context.Context, send func(cursor string, html []byte)) {
	r, leave := l.shared.join(l)
	defer leave()
	page := &joined{request: l, reading: r, send: send}
	if l.query.At != nil {
		page.at = l.reader.Known(l.query, l.query.At)
	}
	for range r.Changes(ctx) {
		if over := page.take(ctx); over {
			return
		}
	}
}

// take takes all batches that there are. It reports whether no more come.
func (p *joined) take(ctx context.Context) (over bool) {
	for ctx.Err() == nil {
		b, over := p.reading.next(p.last)
		if b == nil {
			return over
		}
		if p.level && b.number == p.last+1 {
			p.at = b.after
			p.send(b.cursor, b.html)
		} else if err := p.catchUp(ctx, b); err != nil {
			return true
		}
		p.last = b.number
	}
	return true
}

// catchUp reads up to the end of a batch. A page that is further already stays where it is.
func (p *joined) catchUp(ctx context.Context, b *batch) error {
	if p.at == nil {
		p.at = b.after
	}
	q := p.query
	q.At = p.at
	err := p.reader.FollowTo(ctx, q, b.after, func(page app.MergedPage) error {
		p.at = p.at.Later(page.After)
		return p.draw(ctx, page)
	})
	if err != nil {
		return err
	}
	p.level, p.at = p.at.Within(b.after), p.at.Later(b.after)
	if open := p.opened(b); len(open) > 0 {
		return p.draw(ctx, app.MergedPage{Lines: open, Before: p.at, After: p.at})
	}
	return nil
}

func (p *joined) draw(ctx context.Context, page app.MergedPage) error {
	html, err := p.batch(ctx, page)
	if err == nil {
		p.send(p.at.String(), html)
	}
	return err
}

// opened returns the lines without an end that other pages show, and that this one doesn't have as whole ones.
func (p *joined) opened(b *batch) (list []app.MergedLine) {
	for _, line := range b.open {
		if comesBefore(p.at, line) {
			list = append(list, line)
		}
	}
	return list
}

// comesBefore reports whether a place comes before a line.
func comesBefore(at app.MergeCursor, line app.MergedLine) bool {
	return at[refOf(line)].Before(app.Position{Run: line.Run, Seq: line.Seq})
}

func refOf(line app.MergedLine) app.Ref {
	project, name, _ := strings.Cut(line.Server, "/")
	return app.Ref{Project: project, Name: name}
}
