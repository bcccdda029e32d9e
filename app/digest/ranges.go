package digest

import (
	"slices"
	"sort"
	"time"
)

// maxRanges is how many Ranges of a run are kept: the newest.
const maxRanges = 2000

// Range is where an error or a warning stands in the output, each time that it came.
type Range struct {
	From, To     int64 // seq of its first and its last line
	At           time.Time
	Level        string // error or warn
	Message      string // "": it repeats or sums up others
	File         string // as in an Error
	Line, Column int
}

// Place returns file:line:column as far as known.
func (r Range) Place() string { return Error{File: r.File, Line: r.Line, Column: r.Column}.Place() }

// Ranges are the errors and warnings among the lines First to Last of a run, in the order of their first lines. A Range
// that is still being printed is among them. The zero value knows no lines.
type Ranges struct {
	First, Last int64
	List        []Range // shared: not to be changed
}

// noted are the lines of errors and warnings that were recorded.
type noted struct {
	ranges []Range // the newest, in the order in which they ended
	forgot int64   // the first line from which on they are complete; 0: all are there
}

// Skipped says that the lines up to seq were not read.
func (n *noted) Skipped(seq int64) { n.forgot = seq + 1 }

// note adds the lines of an error or a warning.
func (n *noted) note(e Error, from, to int64, at time.Time) {
	if len(n.ranges) >= maxRanges {
		n.ranges = slices.Clone(n.ranges[len(n.ranges)-maxRanges/2:]) // readers may hold the old ones
		n.forgot = max(n.forgot, n.ranges[0].From)
	}
	n.ranges = append(n.ranges, Range{from, to, at, e.Level, e.Message, e.File, e.Line, e.Column})
}

// Ranges returns the errors among the lines since first, which is where the Digest began to read.
func (d *Digest) Ranges(first int64) Ranges {
	list := d.ranges[:len(d.ranges):len(d.ranges)]
	for _, s := range d.streams {
		if s.open != nil && s.open.Ready {
			f := d.tidy(s.open.Finding, s.open.Parser)
			list = append(list, Range{s.open.From.Seq, s.open.To.Seq, s.open.To.At, f.Level, f.Message, f.File, f.Line,
				f.Column})
		}
	}
	if !slices.IsSortedFunc(list, byFirstLine) {
		list = slices.Clone(list)
		slices.SortStableFunc(list, byFirstLine)
	}
	return Ranges{max(first, d.forgot), d.seen.Seq, list}
}

func byFirstLine(a, b Range) int { return int(a.From - b.From) }

// Knows reports whether the line seq was looked at.
func (r Ranges) Knows(seq int64) bool { return r.First <= seq && seq <= r.Last }

// Of returns the error or warning that the line seq is part of, or nil.
func (r Ranges) Of(seq int64) *Range {
	const nested = 8 // so many may begin after the one that contains the line
	after := sort.Search(len(r.List), func(i int) bool { return r.List[i].From > seq })
	for i := after - 1; i >= max(0, after-nested); i-- {
		if seq <= r.List[i].To {
			return &r.List[i]
		}
	}
	return nil
}
