package logs

import (
	"context"
	"errors"
	"math"
	"slices"

	"devservers/app"
	"devservers/app/transcript"
)

// Merged reads one page. It waits for nothing. When q.Budget is over first, it gives what it has seen, and says
// how far it has got: the filter may leave out nearly everything.
func (s *Logs) Merged(ctx context.Context, q MergeQuery) (app.MergedPage, error) {
	m, err := s.newMerge(q)
	if err != nil {
		return app.MergedPage{}, err
	}
	defer m.close()
	budget := q.Budget
	if budget <= 0 {
		budget = DefaultBudget
	}
	limited, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	page := app.MergedPage{}
	if q.Forward {
		page.Before = m.cursor()
		err = m.forward(limited, &page)
		page.After = m.cursor()
	} else {
		page.After = m.cursor()
		err = m.backward(limited, &page)
		page.Before = m.cursor()
		slices.Reverse(page.Lines)
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		page.More, page.Left, err = true, "there was no time to look at more", nil
	}
	return page, err
}

// merge reads several sources as one.
type merge struct {
	q       MergeQuery
	filter  filter
	sources []*mergeSource
	limit   int
	bytes   int
	looked  int
}

func (s *Logs) newMerge(q MergeQuery) (*merge, error) {
	f, err := newFilter(Query{Grep: q.Grep, Regex: q.Regex, IgnoreCase: q.IgnoreCase}, q.Levels...)
	if err != nil {
		return nil, err
	}
	var find *transcript.Query
	if q.Grep != "" {
		ask, err := transcript.ParseQuery(q.Grep, q.Regex, q.IgnoreCase)
		if err != nil {
			return nil, err // newFilter would have said so
		}
		find = &ask
	}
	m := &merge{q: q, filter: f, limit: within(q.Limit, DefaultMerged, MaxLimit)}
	for _, ref := range s.refs(q) {
		m.sources = append(m.sources, &mergeSource{s: s, ref: ref, at: s.mergeStart(q, ref), find: find, viewed: q.viewed()})
	}
	return m, nil
}

// mergeStart is where reading of one server begins. One that the cursor does not know is new since it was made.
func (s *Logs) mergeStart(q MergeQuery, ref app.Ref) app.Place {
	at, known := q.At[ref]
	switch {
	case known:
		return at
	case !q.Until.IsZero() && q.At == nil:
		return s.placeAt(ref, q.Until)
	case q.At == nil && q.Forward && !q.Since.IsZero():
		return s.placeAt(ref, q.Since)
	case q.At == nil && q.Forward:
		return app.Place{}
	case q.At != nil:
		return app.Place{Run: s.earlierRun(ref, s.sup.LatestRun(ref)), Seq: math.MaxInt64}
	}
	return s.placeNow(ref)
}

func (m *merge) close() {
	for _, src := range m.sources {
		src.close()
	}
}

func (m *merge) cursor() app.MergeCursor {
	c := app.MergeCursor{}
	for _, src := range m.sources {
		c[src.ref] = src.at
	}
	return c
}

// backward collects from the newest line to the oldest.
func (m *merge) backward(ctx context.Context, p *app.MergedPage) error {
	for {
		src, err := m.newest(ctx, p)
		if src == nil || err != nil {
			return err
		}
		next := src.buf[len(src.buf)-1]
		if !m.q.Since.IsZero() && next.Time.Before(m.q.Since) {
			return nil
		}
		if p.More = m.full(p); p.More {
			return nil
		}
		if err := m.pause(ctx); err != nil {
			return err
		}
		l, gap := src.takeOlder()
		m.give(p, gap)
		m.line(p, src, l)
	}
}

// newest is the source whose next older line is the newest of all; of equals the last one, as forward takes the first.
func (m *merge) newest(ctx context.Context, p *app.MergedPage) (*mergeSource, error) {
	var best *mergeSource
	for _, src := range m.sources {
		for len(src.buf) == 0 && (src.at.Run != "" || src.gap != nil) {
			if err := src.older(ctx); err != nil {
				return nil, err
			}
			m.give(p, src.gap)
			src.gap = nil
		}
		if len(src.buf) > 0 && (best == nil || !src.buf[len(src.buf)-1].Time.Before(best.buf[len(best.buf)-1].Time)) {
			best = src
		}
	}
	return best, nil
}

// forward collects from the oldest line to the newest.
func (m *merge) forward(ctx context.Context, p *app.MergedPage) error {
	for _, src := range m.sources {
		src.dry = false
	}
	for {
		src, err := m.oldest(p)
		if src == nil || err != nil {
			return err
		}
		if !m.q.Until.IsZero() && !src.buf[0].Time.Before(m.q.Until) {
			return nil
		}
		if p.More = m.full(p); p.More {
			return nil
		}
		if err := m.pause(ctx); err != nil {
			return err
		}
		l, gap := src.takeNewer()
		m.give(p, gap)
		m.line(p, src, l)
	}
}

func (m *merge) oldest(p *app.MergedPage) (*mergeSource, error) {
	var best *mergeSource
	for _, src := range m.sources {
		for len(src.buf) == 0 && !src.dry {
			if err := src.newer(); err != nil {
				return nil, err
			}
			m.give(p, src.gap)
			src.gap = nil
		}
		if len(src.buf) > 0 && (best == nil || src.buf[0].Time.Before(best.buf[0].Time)) {
			best = src
		}
	}
	return best, nil
}

func (m *merge) full(p *app.MergedPage) bool {
	return len(p.Lines) >= m.limit || m.bytes >= mergedBytes
}

// pause looks at the context now and then.
func (m *merge) pause(ctx context.Context) error {
	if m.looked++; m.looked%256 == 0 {
		return ctx.Err()
	}
	return nil
}

func (m *merge) give(p *app.MergedPage, gap *app.MergedLine) {
	if gap != nil {
		p.Lines = append(p.Lines, *gap)
	}
}

// line gives l when the filter wants it.
func (m *merge) line(p *app.MergedPage, src *mergeSource, l transcript.Line) {
	if src.over {
		l.Partial = false
	}
	line, ok := m.filter.line(src.at.Run, l)
	if !ok {
		return
	}
	if m.q.SGR {
		line.Text = transcript.SGR(l.Text)
	}
	line.Server = src.ref.String()
	m.bytes += len(line.Text)
	p.Lines = append(p.Lines, app.MergedLine{LogLine: line})
}
