package app

import (
	"strings"
	"time"
)

// FoldedLine is a line with its repeats by the same server right after it.
type FoldedLine struct {
	MergedLine
	Times  int       // how often it came; 1 = once
	Last   int64     // seq of the last of them
	LastAt time.Time // when that was printed
}

// Fold joins adjacent lines of one run that differ only in the time at their start. Blank lines are equal.
func Fold(lines []MergedLine) []FoldedLine {
	out := make([]FoldedLine, 0, len(lines))
	for _, l := range lines {
		if n := len(out) - 1; n >= 0 && repeats(out[n], l) {
			out[n].Times++
			out[n].Last, out[n].LastAt = l.Seq, l.Time
			continue
		}
		out = append(out, FoldedLine{l, 1, l.Seq, l.Time})
	}
	return out
}

func repeats(a FoldedLine, b MergedLine) bool {
	return a.Gap == nil && b.Gap == nil && !b.Partial && a.Run == b.Run && a.Last+1 == b.Seq &&
		afterStamp(a.Text) == afterStamp(b.Text)
}

// afterStamp is a line without the date and time at its start, if there is a time of day.
func afterStamp(s string) string {
	rest := strings.TrimLeft(s, "[0123456789-/:.,TZ+] ")
	if strings.Count(s[:len(s)-len(rest)], ":") < 2 {
		return s
	}
	return rest
}
