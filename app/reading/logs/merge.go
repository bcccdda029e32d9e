package logs

import (
	"context"
	"errors"
	"slices"
	"time"

	"devservers/app"
)

// merge reads the output of one or more servers as one, by the lines' times, in one direction.
type merge struct {
	logs    *Logs
	q       Query
	filter  filter
	sources []*source
	limit   int  // of matches in a page
	bytes   int  // of text in a page
	ends    bool // a page that is read forward ends with the unfinished lines
	hasty   bool // a full page is More, without a look for the line after it
	places  bool // its pages show where they begin and end
	looked  int
}

func (l *Logs) newMerge(q Query, limit, bytes int) (*merge, error) {
	f, err := newFilter(q)
	return &merge{logs: l, q: q, filter: f, limit: limit, bytes: bytes}, err
}

func (m *merge) add(ref app.Ref, at app.Position) *source {
	src := &source{sup: m.logs.sup, ref: ref, name: ref.String(), at: at,
		scope: scope{back: m.back(), viewed: m.q.viewed(), since: m.q.Since}}
	if src.errors.ref = ref; m.q.Errors {
		src.errors.known = m.logs.errors
		src.leap = m.back() && m.filter.context == 0 && len(m.filter.levels) == 1 && m.filter.levels[0] == "error"
	}
	if m.filter.context == 0 { // else the lines between matches are needed
		src.find = m.filter.find
	}
	m.sources = append(m.sources, src)
	return src
}

func (m *merge) close() {
	for _, src := range m.sources {
		src.close()
	}
}

func (m *merge) back() bool { return m.q.Direction == Backward }

func (m *merge) cursor() app.MergeCursor {
	if !m.places {
		return nil
	}
	c := app.MergeCursor{}
	for _, src := range m.sources {
		c[src.ref] = src.at
	}
	return c
}

// read returns the next page. When the budget (0 = none) is over first, it is what was found by then.
func (m *merge) read(ctx context.Context, budget time.Duration) (app.MergedPage, error) {
	limited := ctx
	if budget > 0 {
		limited = within{ctx, time.Now().Add(budget)}
	}
	p := m.newPage()
	p.Before, p.After = m.cursor(), m.cursor()
	err := m.collect(limited, p)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		p.More, p.Late, err = true, true, nil
	}
	if m.back() {
		p.Before = m.cursor()
		slices.Reverse(p.Lines)
		return p.MergedPage, err
	}
	if m.ends && !p.More {
		m.partials(p)
	}
	p.After = m.cursor()
	return p.MergedPage, err
}

// within is a context with a deadline that only Err respects, which all readers call. It has no timer: a follower would
// start one for each line.
type within struct {
	context.Context
	limit time.Time
}

func (w within) Err() error {
	if err := w.Context.Err(); err != nil || time.Now().Before(w.limit) {
		return err
	}
	return context.DeadlineExceeded
}

func (m *merge) collect(ctx context.Context, p *page) error {
	for _, src := range m.sources {
		src.dry, src.errors.looked = false, false
	}
	for {
		if p.More = m.hasty && p.full(); p.More {
			return nil
		}
		src, err := m.next(ctx, p)
		if src == nil || err != nil || m.beyond(src.buf[0].Time) {
			return err
		}
		if p.More = p.full(); p.More {
			return nil
		}
		if m.looked++; m.looked%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		l, gap := src.take()
		p.gap(gap)
		p.look(src, l)
	}
}

// beyond reports whether a line's time is past the end of the query, in the direction of reading.
func (m *merge) beyond(t time.Time) bool {
	if m.back() {
		return t.Before(m.q.Since)
	}
	return !m.q.Until.IsZero() && !t.Before(m.q.Until)
}

// next is the source whose next line comes first; nil = there is none. It reads those sources that may have it.
func (m *merge) next(ctx context.Context, p *page) (*source, error) {
	for {
		best := m.first()
		src, err := m.unread(best)
		if src == nil || err != nil {
			return best, err
		}
		if err := src.fill(ctx); err != nil {
			return nil, err
		}
		p.gap(src.gap)
		src.gap = nil
		if !m.filter.picky() {
			p.Lines = slices.Grow(p.Lines, min(len(src.buf), m.limit))
		}
	}
}

// first is the source whose line comes first among the sources with lines in buf. Of equals it is the first by name, or
// the last one backward.
func (m *merge) first() (best *source) {
	for _, src := range m.sources {
		if len(src.buf) == 0 {
			continue
		}
		if best == nil {
			best = src
			continue
		}
		c := src.buf[0].Time.Compare(best.buf[0].Time)
		if m.back() && c >= 0 || !m.back() && c < 0 {
			best = src
		}
	}
	return best
}

// unread is the source to read next, since it may have a line that comes before best's; nil = there is none.
func (m *merge) unread(best *source) (next *source, err error) {
	bound := m.q.Since
	if best != nil && m.back() {
		bound = best.buf[0].Time
	}
	for _, src := range m.sources {
		if len(src.buf) > 0 || src.dry {
			continue
		}
		if !m.back() {
			return src, nil
		}
		latest, err := src.reach()
		if err != nil {
			return nil, err
		}
		if !src.dry && !latest.Before(bound) {
			next, bound = src, latest
		}
	}
	return next, nil
}
