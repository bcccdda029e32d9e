package app

import (
	"cmp"
	"iter"
	"strconv"
	"strings"
	"time"

	"devservers/app/base/words"
)

// LogLine is one line as people and programs read it: without escape sequences and without characters that deceive the
// eye.
type LogLine struct {
	Server  string    `json:"server,omitempty"` // project/server, when lines of several are merged
	Run     string    `json:"run"`
	Seq     int64     `json:"seq"`
	Time    time.Time `json:"time"`
	Text    string    `json:"text"`
	Level   string    `json:"level,omitempty"`
	Partial bool      `json:"partial,omitempty"` // has no end yet: a prompt, or half a line; see logs.Follow
	Cont    bool      `json:"cont,omitempty"`    // the next line continues it: it was too long
	Match   bool      `json:"match,omitempty"`   // matches the filter, and is not just context
}

// Gap is a range of lines that are no longer stored, both ends included.
type Gap struct {
	From int64 `json:"from"`
	To   int64 `json:"to"` // 0: all up to the end of a run that is gone
}

// LogPage is a page of lines of one run, in ascending order.
type LogPage struct {
	Run    string    `json:"run"`
	Lines  []LogLine `json:"lines"`
	Gaps   []Gap     `json:"gaps,omitempty"`
	Cursor string    `json:"cursor"`         // run:seq; with it as after, the next page follows this one
	More   bool      `json:"more,omitempty"` // there is more after Cursor already
	Left   string    `json:"left,omitempty"` // in words: what was left out, and how to get it
}

// Add appends a line or a gap to the page.
func (p *LogPage) Add(l MergedLine) {
	if l.Gap != nil {
		p.Gaps = append(p.Gaps, *l.Gap)
		return
	}
	p.Lines = append(p.Lines, l.LogLine)
}

// All yields the lines of the page, and its gaps between them with the time of the next line or the last one.
func (p LogPage) All() iter.Seq[MergedLine] {
	return func(yield func(MergedLine) bool) {
		gaps, at := p.Gaps, time.Time{}
		for i := 0; i <= len(p.Lines); i++ {
			end := i == len(p.Lines)
			if !end {
				at = p.Lines[i].Time
			}
			for ; len(gaps) > 0 && (end || gaps[0].To < p.Lines[i].Seq); gaps = gaps[1:] {
				if !yield(MergedLine{Gap: &gaps[0], LogLine: LogLine{Run: p.Run, Time: at}}) {
					return
				}
			}
			if !end && !yield(MergedLine{LogLine: p.Lines[i]}) {
				return
			}
		}
	}
}

// SearchPage is what a search found, newest first.
type SearchPage struct {
	Hits []LogLine `json:"hits"`           // Server and Run name where each was found
	Runs int       `json:"runs"`           // how many runs were searched
	More bool      `json:"more,omitempty"` // there may be more hits
	Left string    `json:"left,omitempty"` // in words: what was not searched, and how to get it
	Lost int64     `json:"lost,omitempty"` // lines of these runs that are no longer stored
	// what concerns hosts: which were not searched, and whose clock differs
	Notes []string `json:"notes,omitempty"`
}

// NoLevel is the level of lines that name none, in filters.
const NoLevel = "none"

// Cursor returns the position of a reader that has seen everything up to and including seq of a run.
func Cursor(run string, seq int64) string { return run + ":" + strconv.FormatInt(seq, 10) }

// ParseCursor returns the parts of a cursor, or an error if it is not one.
func ParseCursor(s string) (run string, seq int64, err error) {
	run, digits, ok := strings.Cut(s, ":")
	if !ok || run == "" || !IsRunID(run) {
		return "", 0, badCursor(s)
	}
	seq, err = strconv.ParseInt(digits, 10, 64)
	if err != nil || seq < 0 {
		return "", 0, badCursor(s)
	}
	return run, seq, nil
}

func badCursor(s string) error {
	return Failf(CodeInvalid, "a cursor is run:seq as an earlier answer gave it, such as k3x9a:120",
		"%s is not a cursor", words.Quote(s))
}

// inRunIDs are the characters that ids of runs consist of.
const inRunIDs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_@"

// IsRunID reports whether s can be the id of a run. It never contains a path.
func IsRunID(s string) bool { return s != "" && len(s) <= 64 && strings.Trim(s, inRunIDs) == "" }

// ParseTime returns the time that a caller wrote: RFC 3339, a local date with or without a time, or how long ago
// ("90s", "5m", "1h30m", "2d"). An empty text is the zero time.
func ParseTime(now time.Time, s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if d, ok := parseAgo(s); ok {
		return now.Add(-d), nil
	}
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return t, nil
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02"} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			return t, nil
		}
	}
	return time.Time{}, Failf(CodeInvalid, "write how long ago (5m, 1h30m, 2d) or a time (2026-08-01T15:04:05Z)",
		"%s is neither a time nor a duration", words.Quote(s))
}

func parseAgo(s string) (time.Duration, bool) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		return time.Duration(n) * 24 * time.Hour, err == nil
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && d >= 0
}

// Within returns n, or usual when it is not set, and never more than most.
func Within(n, usual, most int) int {
	return min(cmp.Or(max(n, 0), usual), most)
}
