package logs

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"time"

	"devservers/app"
)

// The rhythm of a follower of several servers.
const (
	mergePause = 50 * time.Millisecond  // between two pages: what comes meanwhile is one
	fullPause  = 150 * time.Millisecond // after a page that was full: nobody reads that fast, and a browser has to draw it
	floodPause = 400 * time.Millisecond // after a page for which lines were skipped
	mergeLook  = 250 * time.Millisecond // most time for one page, when a filter leaves nearly everything out
	mergeBatch = 400                    // lines of a page
	mergeLag   = 4000                   // when more of one server wait, they are skipped
	mergeKeep  = 200                    // but for the newest
	pickyLag   = 400_000                // of a filter, which looks faster than anybody reads
)

// FollowMerged yields what comes behind q.At (nil: from now on), until ctx ends, whose error it returns, or yield
// returns an error. It lives over restarts of servers, and new servers join in.
//
// Every line comes once, and those of one server in their order; when lines come faster than the reader takes them,
// a Gap with Skipped stands for those in between. Lines that come within one pause are merged by time. A line that
// has no end yet comes as Partial, each time that it has changed, behind all others of its page; when it ends it
// comes again, as a whole.
func (s *Logs) FollowMerged(ctx context.Context, q MergeQuery, yield func(app.MergedPage) error) error {
	began := time.Now()
	q.Forward, q.Since, q.Until, q.Limit = true, time.Time{}, time.Time{}, mergeBatch
	if q.At == nil {
		q.At = s.mergedNow(q)
	}
	m, err := s.newMerge(q)
	if err != nil {
		return err
	}
	defer m.close()
	for ctx.Err() == nil {
		changed := s.sup.Changed() // before the reading, as what wakes, so that nothing is missed
		woken, logs := m.wakers()
		m.join(s, began)
		page, err := m.follow(ctx)
		if err != nil {
			return err
		}
		if len(page.Lines) > 0 {
			if err := yield(page); err != nil {
				return err
			}
			rest(ctx, pauseAfter(page))
		}
		if !page.More && !m.opened(logs) {
			waitAny(ctx, changed, woken)
		}
	}
	return ctx.Err()
}

func pauseAfter(p app.MergedPage) time.Duration {
	if slices.ContainsFunc(p.Lines, func(l app.MergedLine) bool { return l.Skipped }) {
		return floodPause
	}
	if p.More {
		return fullPause
	}
	return mergePause
}

// follow reads one page of what is new.
func (m *merge) follow(ctx context.Context) (app.MergedPage, error) {
	lag := int64(mergeLag)
	if m.filter.picky() {
		lag = pickyLag
	}
	for _, src := range m.sources {
		src.skip(lag, mergeKeep)
	}
	m.bytes = 0
	page := app.MergedPage{Before: m.cursor()}
	short, cancel := context.WithTimeout(ctx, mergeLook)
	defer cancel()
	err := m.forward(short, &page)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		page.More, err = true, nil
	}
	if !page.More {
		m.partials(&page)
	}
	page.After = m.cursor()
	return page, err
}

// partials gives the unfinished lines that are not what they were.
func (m *merge) partials(p *app.MergedPage) {
	for _, src := range m.sources {
		text := string(src.part.Text)
		if src.part.Seq != 0 && text != src.told {
			m.line(p, src, src.part)
		}
		src.told = text
	}
}

// join takes up servers that were declared since. Of those all counts that was printed since began.
func (m *merge) join(s *Logs, began time.Time) {
	for _, ref := range s.refs(m.q) {
		if !slices.ContainsFunc(m.sources, func(src *mergeSource) bool { return src.ref == ref }) {
			m.sources = append(m.sources, &mergeSource{s: s, ref: ref, at: s.placeAt(ref, began), viewed: m.q.viewed()})
		}
	}
}

// mergedNow is behind all that was printed.
func (s *Logs) mergedNow(q MergeQuery) app.MergeCursor {
	at := app.MergeCursor{}
	for _, ref := range s.refs(q) {
		at[ref] = s.placeNow(ref)
	}
	return at
}

// wakers are closed when a source has more. They are those of the logs that are open, which opened counts.
func (m *merge) wakers() (list []<-chan struct{}, opened int) {
	for _, src := range m.sources {
		opened += src.opened
		if src.log != nil {
			list = append(list, src.log.Changed())
		}
	}
	return list, opened
}

// opened tells whether a log was opened since, whose waker is not known yet.
func (m *merge) opened(before int) bool {
	for _, src := range m.sources {
		before -= src.opened
	}
	return before != 0
}

// waitAny waits for the first of all.
func waitAny(ctx context.Context, changed <-chan struct{}, more []<-chan struct{}) {
	cases := []reflect.SelectCase{
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(ctx.Done())},
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(changed)},
	}
	for _, c := range more {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c)})
	}
	reflect.Select(cases)
}

func rest(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
