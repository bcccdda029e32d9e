package logs

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/transcript"
	"devservers/app/transcript/text"
)

// filter decides which lines are wanted, and makes them readable.
type filter struct {
	levels  []string           // none: all
	re      *regexp.Regexp     // nil: every line matches
	find    *transcript.Search // the same for a search through a transcript
	context int
	sgr     bool
	squeeze bool
	where   []text.FieldFilter
}

func newFilter(q Query) (filter, error) {
	f := filter{levels: q.Levels, context: min(max(q.Context, 0), MaxContext), sgr: q.SGR, squeeze: q.Squeeze,
		where: q.Where}
	for _, level := range q.Levels {
		if level != app.NoLevel && !slices.Contains(levels, level) {
			return f, app.Failf(app.CodeInvalid, "write error, warn, info, debug or none", "%s is not a level",
				words.Quote(level))
		}
	}
	if q.Grep == "" {
		f.find = literalOf(q.Where)
		if set := text.LevelsOf(q.Levels); f.find == nil && set != 0 {
			f.find = &transcript.Search{Levels: set}
		}
		return f, nil
	}
	expr := q.Grep
	if !q.Regex {
		expr = regexp.QuoteMeta(q.Grep)
	}
	p, err := text.ParsePattern(expr, q.IgnoreCase)
	if err != nil {
		return f, app.Failf(app.CodeInvalid, "use the syntax of RE2", "%v", err)
	}
	f.re, f.find = p.Regexp, &transcript.Search{Regexp: p}
	if !q.Regex && (!q.IgnoreCase || !strings.ContainsFunc(q.Grep, func(r rune) bool { return r > unicode.MaxASCII })) {
		f.find = &transcript.Search{Literal: q.Grep, IgnoreCase: q.IgnoreCase} // faster
	}
	return f, nil
}

// picky reports whether there are lines that it leaves out.
func (f filter) picky() bool { return f.re != nil || len(f.levels) > 0 || len(f.where) > 0 }

// literalOf returns a search for lines that may have these fields; nil if a value may be escaped in all ways.
func literalOf(where []text.FieldFilter) *transcript.Search {
	for _, w := range where {
		if len(w.Value) > 2 && !strings.ContainsFunc(w.Value,
			func(r rune) bool { return r < ' ' || r > '~' || strings.ContainsRune(`"\/<>&'*`, r) }) {
			return &transcript.Search{Literal: w.Value}
		}
	}
	return nil
}

// has reports whether a line has the fields that are wanted.
func (f filter) has(plain string) bool {
	return !slices.ContainsFunc(f.where, func(w text.FieldFilter) bool { return !w.Matches(plain) })
}

// line makes l of run readable, and reports whether it is wanted. An unwanted line that cannot be context is empty.
func (f filter) line(run string, l transcript.Line, errors *lineErrors) (app.MergedLine, bool) {
	plain := text.Plain(l.Text)
	wanted := (f.re == nil || f.re.MatchString(plain)) && f.has(plain)
	if !wanted && f.context == 0 {
		return app.MergedLine{}, false
	}
	out := app.MergedLine{LogLine: app.LogLine{Run: run, Seq: l.Seq, Time: l.Time, Text: plain, Partial: l.Partial,
		Cont: l.Cont}}
	out.Level, out.Error = errors.level(run, l.Seq, text.Level(plain))
	if len(f.levels) > 0 && !slices.Contains(f.levels, cmp.Or(out.Level, app.NoLevel)) {
		wanted = false
	}
	if f.sgr {
		out.Text = text.SGR(l.Text)
	}
	return out, wanted
}
