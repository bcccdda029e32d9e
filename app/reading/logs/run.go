package logs

import (
	"cmp"
	"context"
	"math"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/transcript"
)

// runLog is the transcript of one run.
type runLog interface {
	After(seq int64, limit transcript.Limit) (transcript.Page, error)
	Before(seq int64, limit transcript.Limit) (transcript.Page, error)
	Search(ctx context.Context, q transcript.Search, yield func(transcript.Line) bool) error
	Seek(t time.Time) int64
	Bounds() transcript.Bounds
	Changed() <-chan struct{} // closed when there is more, or when it is over: take it, then read, then wait for it
	Over() bool
	Close() error
}

// Read returns one page of one run, without waiting for more. When the run is no longer stored, the page is of the
// oldest one that is, and begins with a Gap.
func (l *Logs) Read(ctx context.Context, q Query) (app.LogPage, error) {
	log, err := l.sup.OpenLog(q.Ref, q.Run)
	var missed []app.Gap
	if err != nil && q.Run != "" && !q.Only && codeOf(err) == app.CodeNotFound {
		if ids := l.sup.Kept.IDs(q.Ref); len(ids) > 0 {
			missed = []app.Gap{{From: q.After + 1}}
			q.Run, q.After, q.Before, q.Direction = ids[0], 0, 0, Forward
			log, err = l.sup.OpenLog(q.Ref, q.Run)
		}
	}
	if err != nil {
		return app.LogPage{}, err
	}
	page, err := l.readRun(ctx, log, log.Run, q)
	page.Gaps = append(missed, page.Gaps...)
	return page, err
}

func (l *Logs) readRun(ctx context.Context, log runLog, id string, q Query) (app.LogPage, error) {
	defer log.Close()
	bound(log, &q)
	usual := DefaultTail
	if q.Direction == Forward {
		usual = DefaultLimit
	}
	m, err := l.newMerge(q, q.limit(usual, MaxLimit), pageBytes)
	if err != nil {
		return app.LogPage{}, err
	}
	src := m.add(q.Ref, app.Position{Run: id, Seq: q.After})
	src.name, src.only, src.low, src.high, src.log, m.ends = "", true, q.After, max(q.Before, 0), log, true
	if src.find, src.near = m.filter.find, m.filter.context; src.near > 0 && src.byDigest() {
		src.find = nil
	}
	if !m.filter.picky() {
		src.step = (m.limit + 2) / 2
	}
	seen := src.fromEnd(m.back())
	page := app.MergedPage{}
	if m.limit > 0 {
		page, err = m.read(ctx, 0)
	}
	if !m.back() {
		seen = src.at.Seq
	}
	return ofRun(page, m.back(), src.at, max(seen, q.After)), err
}

// bound turns the times of q into lines of log.
func bound(log runLog, q *Query) {
	if !q.Since.IsZero() {
		q.After = max(q.After, log.Seek(q.Since)-1)
	}
	if !q.Until.IsZero() {
		q.Before = min(cmp.Or(max(q.Before, 0), math.MaxInt64), log.Seek(q.Until))
	}
	q.Since, q.Until = time.Time{}, time.Time{}
}

// fromEnd places a source that reads backward at the end of its run, and returns the last whole line there.
func (s *source) fromEnd(back bool) int64 {
	if !back {
		return 0
	}
	over, b := s.log.Over(), s.log.Bounds()
	s.at.Seq = min(b.Last, s.bound()-1)
	return min(lastWhole(b, over), s.at.Seq)
}

// ofRun makes a page of one run of a page that ends at at; seen is the last whole line that was looked at.
func ofRun(p app.MergedPage, back bool, at app.Position, seen int64) app.LogPage {
	out := app.LogPage{Run: at.Run, Lines: make([]app.LogLine, 0, len(p.Lines))}
	for _, line := range p.Lines {
		out.Add(line)
		if line.Gap == nil && !line.Partial {
			seen = max(seen, line.Seq)
		}
	}
	out.Cursor = app.Cursor(at.Run, seen)
	switch {
	case p.More && back:
		out.Left = words.OlderLines(app.Cursor(at.Run, at.Seq+1))
	case p.More:
		out.More, out.Left = true, words.NewerLines(out.Cursor)
	}
	return out
}
