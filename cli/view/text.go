package view

import (
	"strings"

	"github.com/clipperhouse/displaywidth"

	"devservers/app/transcript/text"
)

// measure counts columns as terminals do; escape sequences take none.
func measure() displaywidth.Options { return displaywidth.Options{ControlSequences: true} }

// Columns returns how many columns text takes on a terminal.
func Columns(text string) int { return measure().String(text) }

// Clip cuts text to width columns.
func Clip(text string, width int, s Style) string {
	return measure().TruncateString(text, max(width, 1), s.Pick("…", "..."))
}

// Pad fills text with blanks to width columns.
func Pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-Columns(text)))
}

// Wrap returns text as lines of at most width columns, broken at blanks.
func Wrap(text string, width int) string { return strings.Join(wrap(text, width), "\n") }

// wrap breaks text at blanks into lines of at most width columns. A longer word, such as an address, stays whole: it
// has to be copied.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case Columns(line)+1+Columns(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}

// Plain returns text of others as one line that can't control the terminal.
func Plain(s string) string {
	return text.Plain([]byte(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(s)))
}
