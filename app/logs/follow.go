package logs

import (
	"context"
	"math"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/supervisor"
	"devservers/app/transcript"
)

// quiet is how long an unfinished line must not have grown before it is delivered: a prompt, not half a write.
const quiet = 200 * time.Millisecond

// Follow yields what q asks for, at first what is there and then what comes, until ctx ends (its error is
// returned) or yield returns an error. It lives over restarts: after a run the next one begins with a page that
// names it. With q.Only it ends, without an error, when the run is over.
//
// Every whole line comes once. A last line without an end is delivered once it was quiet for a moment, as Partial;
// what comes after it on the same line follows under the same Seq, as the new part only. The reader's cursor (of each
// page) stays before such a line.
func (s *Logs) Follow(ctx context.Context, q Query, yield func(app.LogPage) error) error {
	f, err := newFilter(q)
	if err != nil {
		return err
	}
	if q.Before > 0 || !q.Until.IsZero() {
		return app.Failf(app.CodeInvalid, "leave before and until out", "following has no end")
	}
	if _, err := s.sup.Status(q.Ref); err != nil {
		return err
	}
	if q.Run == "" {
		if q.Run, err = s.firstRun(ctx, q.Ref); err != nil {
			return err
		}
	}
	l, missed, err := s.openKept(&q)
	for err == nil {
		err = followRun(ctx, l, q, f, missed, yield)
		_ = l.Close()
		if err != nil || q.Only {
			return err
		}
		q = Query{Ref: q.Ref, Forward: true, Run: q.Run, Limit: q.Limit, Context: q.Context}
		q.Run, err = s.runAfter(ctx, q.Ref, q.Run)
		if err == nil {
			l, missed, err = s.openKept(&q)
		}
	}
	return err
}

// firstRun is the current or the last run, or the first one that begins.
func (s *Logs) firstRun(ctx context.Context, ref app.Ref) (string, error) {
	if st, err := s.sup.Status(ref); err != nil || st.Run != "" {
		return st.Run, err
	}
	return s.runAfter(ctx, ref, "")
}

// runAfter waits for a run that is newer than run and gives the oldest of them. Ids of runs sort by time.
func (s *Logs) runAfter(ctx context.Context, ref app.Ref, run string) (string, error) {
	for {
		changed := s.sup.Changed()
		st, err := s.sup.Status(ref)
		if err != nil {
			return "", err
		}
		if st.Run > run {
			return s.oldestAfter(ref, run, st.Run)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

func (s *Logs) oldestAfter(ref app.Ref, run, current string) (string, error) {
	runs, err := s.sup.Runs(ref)
	for _, r := range slices.Backward(runs) {
		if r.ID > run {
			return r.ID, err
		}
	}
	return current, err
}

// tailed is a transcript that can be waited for.
type tailed interface {
	lines
	Changed() <-chan struct{} // closed when there is more, or when it is over: take it, then read, then wait for it
	Over() bool
}

// followRun yields one run until it is over.
func followRun(ctx context.Context, l *supervisor.Log, q Query, f filter, missed *app.Gap, yield func(app.LogPage) error) error {
	first, err := readPage(ctx, l, l.Run, bounded(l, q), f, false)
	if err != nil {
		return err
	}
	if missed != nil {
		first.Gaps = append([]app.Gap{*missed}, first.Gaps...)
	}
	open := takePartial(&first)
	if err := yield(first); err != nil {
		return err
	}
	_, seen, err := app.ParseCursor(first.Cursor)
	if err != nil {
		return err
	}
	t := &tail{from: l, run: l.Run, q: q, filter: f, yield: yield, seen: seen}
	if open != nil {
		t.open = *open
	}
	return t.follow(ctx)
}

// takePartial takes the unfinished line from the end of a page: it has not been quiet yet.
func takePartial(p *app.LogPage) *app.LogLine {
	if n := len(p.Lines); n > 0 && p.Lines[n-1].Partial {
		open := p.Lines[n-1]
		p.Lines = p.Lines[:n-1]
		return &open
	}
	return nil
}

// tail follows one run from a line on.
type tail struct {
	from   tailed
	run    string
	q      Query
	filter filter
	yield  func(app.LogPage) error
	seen   int64       // the last whole line that was delivered or left out
	open   app.LogLine // the unfinished line behind it, as last read; Seq 0 = none
	told   app.LogLine // what of an unfinished line was delivered; Seq 0 = nothing
}

func (t *tail) follow(ctx context.Context) error {
	pause := time.NewTimer(quiet)
	defer pause.Stop()
	for {
		changed, over := t.from.Changed(), t.from.Over() // before the reading, so that nothing is missed
		more, err := t.read(ctx, over)
		if err != nil || (over && !more) {
			return err
		}
		if more {
			continue
		}
		pause.Reset(quiet)
		select {
		case <-changed:
		case <-t.quiet(pause):
			if err := t.tell(); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// quiet is the timer's channel while there is an unfinished line to deliver.
func (t *tail) quiet(pause *time.Timer) <-chan time.Time {
	if t.open.Seq == 0 || t.told.Seq == t.open.Seq {
		return nil
	}
	return pause.C
}

// tell delivers the unfinished line.
func (t *tail) tell() error {
	t.told = t.open
	return t.yield(app.LogPage{Run: t.run, Lines: []app.LogLine{t.open}, Cursor: app.Cursor(t.run, t.seen)})
}

// read delivers the whole lines after seen and remembers the unfinished one.
func (t *tail) read(ctx context.Context, over bool) (more bool, err error) {
	q := t.q
	q.After, q.Before, q.Forward = t.seen, math.MaxInt64, true
	page, err := readPage(ctx, t.from, t.run, q, t.filter, over)
	if err != nil {
		return false, err
	}
	if open := takePartial(&page); open != nil {
		t.open = *open
	} else {
		t.open = app.LogLine{}
	}
	t.cutTold(&page)
	if _, t.seen, err = app.ParseCursor(page.Cursor); err != nil {
		return false, err
	}
	if len(page.Lines) == 0 && len(page.Gaps) == 0 {
		return page.More, nil
	}
	return page.More, t.yield(page)
}

// cutTold leaves of a line that was delivered unfinished what is new.
func (t *tail) cutTold(p *app.LogPage) {
	if len(p.Lines) == 0 || t.told.Seq == 0 || p.Lines[0].Seq != t.told.Seq {
		return
	}
	p.Lines[0].Text = remainder(p.Lines[0].Text, t.told.Text)
	t.told = app.LogLine{}
}

var _ tailed = (*supervisor.Log)(nil)
var _ lines = (*transcript.Reader)(nil)
