package streams

import (
	"maps"
	"math"
	"slices"
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
