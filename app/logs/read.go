package logs

import (
	"context"
	"errors"
	"math"
	"slices"

	"devservers/app"
	"devservers/app/supervisor"
	"devservers/app/transcript"
)

// lines is what reading needs of a transcript.
type lines interface {
	After(seq int64, limit transcript.Limit) (transcript.Page, error)
	Before(seq int64, limit transcript.Limit) (transcript.Page, error)
	Bounds() transcript.Bounds
}

// readStep is how many lines are looked at between two looks at the context; pageBytes bounds the text of a page.
const (
	readStep  = 2000
	pageBytes = 4 << 20
)

// Read reads one page of lines. It waits for nothing. A run that is gone is answered with the oldest one that is
// kept, and a Gap.
func (s *Logs) Read(ctx context.Context, q Query) (app.LogPage, error) {
	f, err := newFilter(q)
	if err != nil {
		return app.LogPage{}, err
	}
	l, missed, err := s.openKept(&q)
	if err != nil {
		return app.LogPage{}, err
	}
	defer l.Close()
	page, err := readPage(ctx, l, l.Run, bounded(l, q), f, l.Over())
	if missed != nil {
		page.Gaps = append([]app.Gap{*missed}, page.Gaps...)
	}
	return page, err
}

// openKept opens the run that q means. When a reader's run is gone, q becomes the oldest kept one from its begin on.
func (s *Logs) openKept(q *Query) (*supervisor.Log, *app.Gap, error) {
	l, err := s.sup.OpenLog(q.Ref, q.Run)
	if err == nil || q.Run == "" || q.Only || codeOf(err) != app.CodeNotFound {
		return l, nil, err
	}
	runs, other := s.sup.Runs(q.Ref)
	if other != nil || len(runs) == 0 {
		return nil, nil, err
	}
	missed := &app.Gap{From: q.After + 1}
	q.Run, q.After, q.Before, q.Forward = runs[len(runs)-1].ID, 0, 0, true
	l, err = s.sup.OpenLog(q.Ref, q.Run)
	return l, missed, err
}

func codeOf(err error) app.Code {
	if e := (*app.Error)(nil); errors.As(err, &e) {
		return e.Code
	}
	return app.CodeInternal
}

// bounded turns the times of q into lines of l.
func bounded(l *supervisor.Log, q Query) Query {
	if !q.Since.IsZero() {
		q.After = max(q.After, l.Seek(q.Since)-1)
	}
	if q.Before <= 0 {
		q.Before = math.MaxInt64
	}
	if !q.Until.IsZero() {
		q.Before = min(q.Before, l.Seek(q.Until))
	}
	return q
}

// readPage reads what q, whose times are lines by now, asks for. over: the run has ended, an unfinished line stays
// as it is.
func readPage(ctx context.Context, from lines, run string, q Query, f filter, over bool) (app.LogPage, error) {
	p := &page{LogPage: app.LogPage{Run: run, Lines: []app.LogLine{}}, filter: f, over: over, seen: q.After}
	p.around = around{n: min(max(q.Context, 0), MaxContext), give: p.give}
	var err error
	switch {
	case q.Forward:
		err = p.forward(ctx, from, q)
	case q.Tail < 0:
		p.seen = lastWhole(from.Bounds(), over)
	default:
		err = p.backward(ctx, from, q)
	}
	p.Cursor = app.Cursor(run, p.seen)
	return p.LogPage, err
}

func lastWhole(b transcript.Bounds, over bool) int64 {
	if b.Partial && !over {
		return b.Last - 1
	}
	return b.Last
}

// page is a LogPage in the making.
type page struct {
	app.LogPage
	filter  filter
	around  around
	over    bool
	seen    int64 // the newest whole line that was looked at
	matches int
	bytes   int
}

func (p *page) give(l app.LogLine) {
	p.Lines = append(p.Lines, l)
	p.bytes += len(l.Text)
}

func (p *page) look(l transcript.Line) {
	if p.over {
		l.Partial = false
	}
	if !l.Partial {
		p.seen = max(p.seen, l.Seq)
	}
	line, match := p.filter.line(p.Run, l)
	if match {
		p.matches++
	}
	p.around.add(line, match)
}

// full tells whether the page has all that was asked for, with the lines around the last match.
func (p *page) full(limit int) bool {
	return p.bytes >= pageBytes || (p.matches >= limit && p.around.left == 0)
}

func (p *page) forward(ctx context.Context, from lines, q Query) error {
	limit := within(q.Limit, DefaultLimit, MaxLimit)
	for at := q.After; ctx.Err() == nil; {
		read, err := from.After(at, transcript.Limit{Lines: readStep})
		if err != nil {
			return err
		}
		if read.Gap != nil {
			p.gap(read.Gap.From, min(read.Gap.To, q.Before-1))
			at, p.seen = read.Gap.To, max(p.seen, min(read.Gap.To, q.Before-1))
		}
		for i, l := range read.Lines {
			if l.Seq >= q.Before {
				return nil
			}
			if p.full(limit) {
				p.More, p.Left = true, "there is more: ask with after="+app.Cursor(p.Run, p.seen)
				return nil
			}
			if i > 0 {
				p.gap(read.Lines[i-1].Seq+1, l.Seq-1)
			}
			p.look(l)
			at = l.Seq
		}
		if !read.More {
			return nil
		}
	}
	return ctx.Err()
}

func (p *page) gap(from, to int64) {
	if from <= to {
		p.Gaps = append(p.Gaps, app.Gap{From: from, To: to})
	}
}

func (p *page) backward(ctx context.Context, from lines, q Query) error {
	limit := within(q.Tail, DefaultTail, MaxLimit)
	err := p.upwards(ctx, from, q, limit)
	slices.Reverse(p.Lines)
	slices.Reverse(p.Gaps)
	return err
}

// upwards reads from the newest line to the oldest.
func (p *page) upwards(ctx context.Context, from lines, q Query, limit int) error {
	step := readStep
	if !p.filter.picky() {
		step = limit + 1 // one more, to know whether there is more
	}
	for at := q.Before; ctx.Err() == nil; {
		read, err := from.Before(at, transcript.Limit{Lines: step})
		if err != nil {
			return err
		}
		for _, l := range slices.Backward(read.Lines) {
			if l.Seq <= q.After {
				return nil
			}
			if p.full(limit) {
				p.Left = "there are older lines: ask with before=" + app.Cursor(p.Run, at)
				return nil
			}
			if at != q.Before {
				p.gap(l.Seq+1, at-1)
			}
			p.look(l)
			at = l.Seq
		}
		if !read.More || len(read.Lines) == 0 {
			return nil
		}
	}
	return ctx.Err()
}
