package streams

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/reading/logs"
)

// ripe takes the lines up to a time out of the sides, and moves at past them.
func ripe(sides []*side, until time.Time, at app.MergeCursor) (p app.MergedPage) {
	p.Before, p.After = maps.Clone(at), at
	taken := map[*side]int{}
	for _, m := range mix(sides) {
		if m.at.After(until) {
			break
		}
		p.Lines = append(p.Lines, m.MergedLine)
		pass(at, m.MergedLine, false)
		taken[m.from]++
	}
	for _, s := range sides {
		s.Lines, s.at = slices.Delete(s.Lines, 0, taken[s]), slices.Delete(s.at, 0, taken[s])
		if len(s.Lines) == 0 {
			maps.Copy(at, s.After)
		}
	}
	return p
}

// The time for which lines of several machines wait for those of the slowest link, and the pause before a host that
// was lost is asked again.
const (
	mostHeld  = 4000 // lines, or it would be a flood
	shortHold = 150 * time.Millisecond
	longHold  = 2 * time.Second
	askAgain  = time.Second
)

// followSides sends what comes on all machines of the request.
func (l *request) followSides(ctx context.Context, send func(cursor string, html []byte)) {
	var all sync.WaitGroup
	defer all.Wait()
	came, hold := make(chan func()), shortHold
	l.query.Direction = logs.Forward
	begin := func(v app.HostView, follow func(give func(app.MergedPage))) *side {
		s := &side{}
		all.Go(func() {
			follow(func(p app.MergedPage) {
				select {
				case came <- func() { s.add(p, v) }:
				case <-ctx.Done():
				}
			})
		})
		return s
	}
	sides := []*side{begin(app.HostView{}, func(give func(app.MergedPage)) {
		_ = l.reader.FollowMerged(ctx, l.query, func(p app.MergedPage) error { give(p); return nil }) // ends with ctx
	})}
	for _, v := range l.on {
		hold = min(max(hold, shortHold+time.Duration(v.Latency)*time.Millisecond), longHold)
		sides = append(sides, begin(v, func(give func(app.MergedPage)) { l.followThere(ctx, v.Name, give) }))
	}
	l.sendRipe(ctx, sides, came, hold, send)
}

// followThere yields what comes on a host, over cuts of its link, until ctx ends.
func (l *request) followThere(ctx context.Context, host string, give func(app.MergedPage)) {
	at := l.query.At
	for again := true; again; again = app.Pause(ctx, askAgain) {
		q := l.there(host, at)
		q.Set("follow", "1")
		_ = l.eachPage(ctx, host, q, func(p app.MergedPage) { at = at.Later(p.After); give(p) }) // asked again
	}
}

// sendRipe sends lines once they have waited for hold, in the order of their times.
func (l *request) sendRipe(ctx context.Context, sides []*side, came <-chan func(), hold time.Duration,
	send func(cursor string, html []byte)) {
	var due <-chan time.Time
	at := maps.Clone(l.query.At)
	if at == nil {
		at = app.MergeCursor{}
	}
	for {
		select {
		case <-ctx.Done():
			return
		case add := <-came:
			if add(); due == nil {
				due = time.After(hold)
			}
			if len(mix(sides)) < mostHeld {
				continue
			}
		case <-due:
		}
		due = nil
		until := time.Now()
		if len(mix(sides)) < mostHeld {
			until = until.Add(-hold)
		}
		if p := ripe(sides, until, at); len(p.Lines) > 0 {
			html, err := l.batch(ctx, p)
			if err != nil {
				return
			}
			send(at.String(), html)
		}
		if len(mix(sides)) > 0 {
			due = time.After(hold / 2)
		}
	}
}
