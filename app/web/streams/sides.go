package streams

import (
	"context"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/reading/logs"
)

// side is what one machine adds to a page of lines of several.
type side struct {
	app.MergedPage
	at []time.Time // of the lines, by the clock here: they never go back
}

// add adds what comes after a side. No line is from later than now.
func (s *side) add(p app.MergedPage, v app.HostView) {
	if s.Before == nil {
		s.Before = p.Before
	}
	s.After, s.More, s.Late = p.After, p.More, p.Late
	now, last := time.Now(), time.Time{}
	for _, line := range p.Lines {
		if t := line.Time.Add(-time.Duration(v.Offset * float64(time.Millisecond))); t.After(last) {
			last = t
		}
		if last.After(now) {
			last = now
		}
		s.Lines, s.at = append(s.Lines, line), append(s.at, last)
	}
}

// mixed is a line with its time by the clock here, and its side.
type mixed struct {
	app.MergedLine
	at   time.Time
	from *side
}

// mix returns the lines of all sides by their times. Lines of one side stay in their order.
func mix(sides []*side) (all []mixed) {
	for _, s := range sides {
		for i, line := range s.Lines {
			all = append(all, mixed{line, s.at[i], s})
		}
	}
	slices.SortStableFunc(all, func(a, b mixed) int { return a.at.Compare(b.at) })
	return all
}

// pass moves a cursor past a line.
func pass(at app.MergeCursor, line app.MergedLine, back bool) {
	from, to := line.Seq, line.Seq
	if line.Gap != nil {
		from, to = line.Gap.From, line.Gap.To
	}
	if to == 0 { // up to the end of a run that is gone
		to = math.MaxInt64
	}
	if back {
		to = max(from-1, 0)
	}
	if !line.Partial {
		at[refOf(line)] = app.Position{Run: line.Run, Seq: to}
	}
}

// zip makes one page of those of several machines. What lies beyond a page that has more is left for the next one.
func zip(sides []*side, q logs.Query) (p app.MergedPage) {
	back, begin, left, full := q.Direction == logs.Backward, app.MergeCursor{}, map[*side]int{}, false
	for _, s := range sides {
		first, _ := s.ends(back)
		maps.Copy(begin, first)
		left[s] = len(s.Lines)
		p.More, p.Late, full = p.More || s.More, p.Late || s.Late, full || s.More && len(s.Lines) == 0
	}
	all, end := mix(sides), maps.Clone(begin)
	if back {
		slices.Reverse(all)
	}
	for _, m := range all {
		if full = full || len(p.Lines) == q.Limit; full {
			p.More = true
			break
		}
		p.Lines = append(p.Lines, m.MergedLine)
		pass(end, m.MergedLine, back)
		left[m.from]--
		full = m.from.More && left[m.from] == 0
	}
	for _, s := range sides {
		if _, last := s.ends(back); left[s] == 0 {
			maps.Copy(end, last)
		}
	}
	if p.Before, p.After = begin, end; back {
		slices.Reverse(p.Lines)
		p.Before, p.After = end, begin
	}
	return p
}

// ends returns where a page begins and ends in the direction of reading.
func (s *side) ends(back bool) (first, last app.MergeCursor) {
	if back {
		return s.After, s.Before
	}
	return s.Before, s.After
}

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
