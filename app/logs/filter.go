package logs

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/transcript"
	"devservers/app/words"
)

// filter decides which lines were asked for, and makes them readable.
type filter struct {
	q      Query
	levels []string       // each of the wanted ones; none: all, or as q.Level says
	re     *regexp.Regexp // nil: every line matches
}

func newFilter(q Query, levels ...string) (filter, error) {
	f := filter{q: q, levels: levels}
	for _, level := range levels {
		if rank(level) == 0 && level != app.NoLevel {
			return f, app.Failf(app.CodeInvalid, "levels are error, warn, info, debug and none", "there is no level %s", words.Quote(level))
		}
	}
	if q.Level != "" && rank(q.Level) == 0 {
		return f, app.Failf(app.CodeInvalid, "levels are error, warn, info and debug", "there is no level %s", words.Quote(q.Level))
	}
	if q.Grep == "" {
		return f, nil
	}
	expr := q.Grep
	if !q.Regex {
		expr = regexp.QuoteMeta(expr)
	}
	ask, err := transcript.ParseQuery(expr, true, q.IgnoreCase)
	if err != nil {
		return f, app.Failf(app.CodeInvalid, "regular expressions are written as for RE2", "%v", err)
	}
	f.re = ask.Regexp
	return f, nil
}

// rank orders levels; 0 is none.
func rank(level string) int {
	switch level {
	case "error":
		return 4
	case "warn":
		return 3
	case "info":
		return 2
	case "debug":
		return 1
	}
	return 0
}

// picky tells whether there are lines that it would leave out.
func (f filter) picky() bool { return f.re != nil || f.q.Level != "" || len(f.levels) > 0 }

// line makes l of run readable, and tells whether it was asked for.
func (f filter) line(run string, l transcript.Line) (app.LogLine, bool) {
	plain := transcript.Plain(l.Text)
	out := app.LogLine{Run: run, Seq: l.Seq, Time: l.Time, Text: plain, Level: transcript.Level(plain), Partial: l.Partial, Cont: l.Cont}
	if f.q.SGR {
		out.Text = transcript.SGR(l.Text)
	}
	return out, f.wants(plain, out.Level)
}

func (f filter) wants(plain, level string) bool {
	if f.q.Level != "" && rank(level) < rank(f.q.Level) {
		return false
	}
	if len(f.levels) > 0 && !slices.Contains(f.levels, cmp.Or(level, app.NoLevel)) {
		return false
	}
	return f.re == nil || f.re.MatchString(plain)
}

// around adds the lines near each match. It works in either direction; lines have to come in one of them.
type around struct {
	n       int           // lines on each side
	waiting []app.LogLine // the last n that were not given, in case that a match follows
	left    int           // to give after the last match
	give    func(app.LogLine)
}

func (a *around) add(l app.LogLine, match bool) {
	switch {
	case match:
		for _, w := range a.waiting {
			a.give(w)
		}
		a.waiting, a.left = a.waiting[:0], a.n
		l.Match = a.n > 0
		a.give(l)
	case a.left > 0:
		a.left--
		a.give(l)
	case a.n > 0:
		if len(a.waiting) == a.n {
			a.waiting = append(a.waiting[:0], a.waiting[1:]...)
		}
		a.waiting = append(a.waiting, l)
	}
}

// remainder is what of a line's text is new to somebody who has seen seen of it. A line that was overwritten
// meanwhile, such as a progress bar, is new as a whole.
func remainder(text, seen string) string {
	const reset = "\x1b[0m" // ends each coloured line
	if rest, ok := strings.CutPrefix(text, strings.TrimSuffix(seen, reset)); ok {
		return rest
	}
	return text
}
