package render

import (
	"fmt"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest/parse"
)

// Rows of one character that draws are cut to rulerShown if they are at least rulerLength long.
const (
	rulers      = "─━═⎯-=_*~#.+·—╌┄"
	rulerLength = 8
	rulerShown  = 3
)

// unruled returns a line with its rulers cut short.
func unruled(s string) string {
	var b strings.Builder
	row, before := 0, rune(-1)
	var held strings.Builder // of row, behind what is shown
	flush := func() {
		if row < rulerLength {
			b.WriteString(held.String())
		}
		held.Reset()
	}
	for _, r := range s {
		if r != before || !strings.ContainsRune(rulers, r) {
			flush()
			row, before = 0, r
		}
		if row++; row > rulerShown {
			held.WriteRune(r)
		} else {
			b.WriteRune(r)
		}
	}
	flush()
	return b.String()
}

// frame matches a line of a stack trace: its only group that isn't empty is the file.
var frame = words.Lazy(`^\s*at (?:.*\()?([^\s()]+)\)?(?: \{)?$|^\s+File "([^"]+)", line \d+`)

// Frames joins adjacent stack frames in dependencies and in the runtime.
func Frames(lines []app.FoldedLine) (out []app.FoldedLine) {
	count := 0
	for _, l := range lines {
		m := frame().FindStringSubmatch(l.Text)
		source := m == nil && count > 0 && strings.HasPrefix(l.Text, "    ") && l.Gap == nil // Python quotes the line below
		if !source && (l.Gap != nil || m == nil || !parse.TheirsIn(m[1]+m[2])) {
			count = 0
			out = append(out, l)
			continue
		}
		if !source {
			count++
		}
		if last := len(out) - 1; count > 1 || source {
			out[last].Last = l.Last
			if count > 1 {
				out[last].Text = fmt.Sprintf("    ... %d frames of libraries", count)
			}
			continue
		}
		out = append(out, l)
	}
	return out
}
