package output

import (
	"fmt"
	"regexp"
	"strings"

	"devservers/app/base/words"
	"devservers/app/reading/why/sayings"
	"devservers/app/transcript/text"
)

// Says reports whether one of the lines from from to to contains text.
func (o *Output) Says(from, to int, text string) bool {
	for i := max(0, from); i < min(to, len(o.Lines)); i++ {
		if strings.Contains(o.Lines[i].Text, text) {
			return true
		}
	}
	return false
}

// Handled reports whether a library of Python, or RubyGems, has tried an import and gone on without it: what it raised then
// says what is wrong. Ruby prints what was handled last, below the frames of that.
func (o *Output) Handled(at int) bool {
	if strings.HasPrefix(o.Lines[at].Text, "<internal:") {
		return at > 0 && strings.HasPrefix(strings.TrimSpace(o.Lines[at-1].Text), "from ")
	}
	from, handling := at, false
	for i := at + 1; i < min(at+5, len(o.Lines)); i++ {
		handling = handling || strings.HasPrefix(o.Lines[i].Text, "During handling of the above exception")
	}
	for from > 0 && !strings.HasPrefix(o.Lines[from].Text, "Traceback ") {
		from--
	}
	for i := from; handling && i < at; i++ {
		if o.OwnPlace(o.Lines[i].Text).File != "" {
			return false
		}
	}
	return handling
}

// Following returns n lines from at on.
func (o *Output) Following(at, n int) (list []string) {
	for _, l := range o.Lines[min(max(at, 0), len(o.Lines)):min(len(o.Lines), at+n)] {
		list = append(list, l.Text)
	}
	return list
}

// LinesNear returns the lines around a line.
func (o *Output) LinesNear(at, n int) []string { return o.Following(max(0, at-n), 2*n+1) }

// Block returns the lines above and below a line that belong to it, as evidence.
func (o *Output) Block(at int) (list []string) {
	blank := func(i int) bool { return strings.TrimSpace(o.Lines[i].Text) == "" }
	from, to := at, at
	for from > max(0, at-3) && !blank(from-1) {
		from--
	}
	for to < min(len(o.Lines)-1, at+3) && !blank(to+1) {
		to++
	}
	for i := from; i <= to; i++ {
		if i != at && !IsFrame(o.Lines[i].Text) {
			list = append(list, o.Quote(i))
		}
	}
	return list
}

// Around returns the match of expr that is nearest to a line: in it, or a few lines before or after.
func (o *Output) Around(at int, expr *regexp.Regexp) []string {
	for d := 0; d <= AddressNear; d++ {
		for _, i := range []int{at - d, at + d} {
			if i < 0 || i >= len(o.Lines) || IsFrame(o.Lines[i].Text) && d > 0 {
				continue
			}
			if m := expr.FindStringSubmatch(sayings.Times().ReplaceAllString(o.Lines[i].Text, " ")); m != nil {
				return m
			}
		}
	}
	return nil
}

// TextAround returns the lines in which the facts of an error are, other than frames.
func (o *Output) TextAround(at int) (list []string) {
	for i := max(0, at-AddressNear); i < min(len(o.Lines), at+AddressNear); i++ {
		if !IsFrame(o.Lines[i].Text) {
			list = append(list, o.Lines[i].Text)
		}
	}
	return list
}

// Quote returns a line as evidence.
func (o *Output) Quote(at int) string {
	return fmt.Sprintf("line %d: %s", o.Lines[at].Seq, words.Clip(strings.TrimSpace(o.Lines[at].Text), 300))
}

// BlockStart returns the seq of the first of the lines before a line that begin with the same words of npm.
func (o *Output) BlockStart(at int) int64 {
	for at > 0 && ofInstaller().MatchString(o.Lines[at].Text) && ofInstaller().MatchString(o.Lines[at-1].Text) {
		at--
	}
	return o.Lines[at].Seq
}

// IsExcerpt reports whether a line shows sources, which only quote what a program can say: marks below it point into it.
func (o *Output) IsExcerpt(at int) bool {
	return at+1 < len(o.Lines) && marks().MatchString(o.Lines[at+1].Text) && strings.HasPrefix(o.Lines[at].Text, " ")
}

var marks = sayings.Lazily(`^\s+[\^~]+\s*$`)

// IsFrame reports whether a line is one of a stack trace.
func IsFrame(text string) bool { return sayings.Frame().MatchString(text) }

// Nearby is how many lines one failure usually fills: in them, a broad rule says no more than a strict one.
const Nearby = 30

// AddressNear is how many lines around a line can have the address that it is about.
const AddressNear = 8

// Mild reports whether the line only mentions something.
func (l Line) Mild() bool { return sayings.Harmless().MatchString(l.Text) && !l.Wrong() }

// Wrong reports whether the line has an error level.
func (l Line) Wrong() bool { return text.Level(l.Text) == "error" }

// Line is a line that the run printed, as plain text.
type Line struct {
	Seq  int64
	Text string
}

var ofInstaller = sayings.Lazily(`^npm (?:error|ERR!)`)
