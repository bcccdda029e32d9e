package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"devservers/app"
	"devservers/app/base/words"
)

// The bounds of output in one answer.
const (
	LineLength  = 400  // of one line
	UsualTokens = 2000 // of all lines
)

// tokensOf estimates what a text costs a model: logs cost more than prose.
func tokensOf(s string) int { return len(s)/3 + 1 }

// CutLine returns a line with at most LineLength of its characters, and describes how many it left out. Rulers are cut
// short.
func CutLine(s string) string {
	s = unruled(s)
	if len(s) <= LineLength {
		return s
	}
	n := utf8.RuneCountInString(s)
	if n <= LineLength {
		return s
	}
	return string([]rune(s)[:LineLength]) + fmt.Sprintf(" [+%d characters]", n-LineLength)
}

// Fold joins equal lines, and progress bars that print a line for each step. It drops blank lines.
func Fold(lines []app.MergedLine) []app.FoldedLine {
	var out []app.FoldedLine
	for _, l := range app.Fold(lines) {
		if l.Gap == nil && strings.TrimSpace(l.Text) == "" {
			continue
		}
		last := len(out) - 1
		if last >= 0 && advances(out[last], l) {
			l.Times += out[last].Times
			out[last] = l
			continue
		}
		out = append(out, l)
	}
	return out
}

// advances reports whether b is the next step of the progress bar that a shows.
func advances(a, b app.FoldedLine) bool {
	return a.Gap == nil && b.Gap == nil && a.Run == b.Run && a.Last+1 == b.Seq &&
		strings.Contains(b.Text, "%") && strings.Contains(a.Text, "%") && skeleton(a.Text) == skeleton(b.Text)
}

// skeleton is the part of a progress bar that does not move.
func skeleton(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("0123456789.,:=>#-_*·|/\\ []█▉▊▋▌▍▎▏░▒▓━╸╺", r) {
			return -1
		}
		return r
	}, s)
}

// Fitted is the part of many lines that fits in an answer.
type Fitted struct {
	Lines []app.FoldedLine
	Left  int // lines that did not fit
}

// Fit takes as many lines as tokens allow, from the newest, or from the oldest if forward.
func Fit(lines []app.FoldedLine, tokens int, forward bool) Fitted {
	order := slices.Clone(lines)
	if !forward {
		slices.Reverse(order)
	}
	n := 0
	for ; n < len(order); n++ {
		if tokens -= tokensOf(CutLine(order[n].Text)) + 2; tokens < 0 && n > 0 {
			break
		}
	}
	s := Fitted{Lines: order[:n:n]}
	for _, l := range order[n:] {
		s.Left += l.Times
	}
	if !forward {
		slices.Reverse(s.Lines)
	}
	return s
}

// Write writes the lines between marks. If numbered, each line begins with its seq and, as grep does, a colon if it
// matches.
func (s Fitted) Write(b *strings.Builder, numbered bool) {
	mark := NewMark()
	mark.Begin(b)
	run := ""
	for _, l := range s.Lines {
		if run != "" && l.Run != run {
			mark.Head(b, "run %s begins", l.Run)
		}
		run = l.Run
		if l.Gap != nil {
			mark.Head(b, "lines from %d are no longer stored", l.Gap.From)
			continue
		}
		WriteLine(b, l, numbered)
	}
	mark.End(b)
}

// WriteLine writes one line.
func WriteLine(b *strings.Builder, l app.FoldedLine, numbered bool) {
	if numbered {
		fmt.Fprintf(b, "%d%s ", l.Seq, map[bool]string{true: ":", false: "-"}[l.Match])
	}
	b.WriteString(line(l) + "\n")
}

// line is a line and how often it came.
func line(l app.FoldedLine) string {
	if l.Times > 1 {
		return fmt.Sprintf("%s (x%d)", CutLine(l.Text), l.Times)
	}
	return CutLine(l.Text)
}

// LastLines returns the last n of lines, folded.
func LastLines(lines []app.LogLine, n int) (out []string) {
	all := words.Each(lines, func(l app.LogLine) app.MergedLine { return app.MergedLine{LogLine: l} })
	folded := Frames(Fold(all))
	for _, l := range folded[max(0, len(folded)-n):] {
		if strings.Trim(l.Text, " {}[]();,…") != "" { // else it only closes something
			out = append(out, line(l))
		}
	}
	return out
}

// LastOf is Last of plain lines.
func LastOf(lines []string, n int) []string {
	var all []app.LogLine
	for i, text := range lines {
		all = append(all, app.LogLine{Seq: int64(i + 1), Text: text})
	}
	return LastLines(all, n)
}

// LeftOut describes what is not shown and how to get it; "" = everything is shown. forward: the oldest lines came
// first, up to cursor; more: there is more than was looked at.
func (s Fitted) LeftOut(cursor string, forward, more bool) string {
	switch {
	case s.Left == 0 && !more:
		return ""
	case forward:
		return fmt.Sprintf("left out: newer lines; read on with since=%s\n", cursor)
	case len(s.Lines) == 0:
		return ""
	}
	count := fmt.Sprint(s.Left, " older lines")
	if s.Left == 0 {
		count = "older lines"
	} else if more {
		count = "more than " + count
	}
	first := s.Lines[0]
	return fmt.Sprintf("left out: %s, before line %d; narrow with grep, level or since, raise limit or tokens, or read "+
		"all from since=%s\n",
		count, first.Seq, app.Cursor(first.Run, 0))
}

// Nothing explains why no line of a server is shown: filtered by what lines have, or by when they came.
func Nothing(st app.Status, filtered, since bool) string {
	switch {
	case st.Unmanaged:
		return "devservers doesn't run it, so its output is not here"
	case st.Run == "":
		return "it has not run yet; call start_server"
	case filtered:
		return "no line matches"
	case since:
		return "nothing new"
	}
	return "it has printed nothing"
}
