package cli

import (
	"strings"

	"github.com/clipperhouse/displaywidth"

	"devservers/app/transcript"
)

// measure counts columns as terminals do; escape sequences take none.
func measure() displaywidth.Options { return displaywidth.Options{ControlSequences: true} }

// visible is how many columns text takes on a terminal.
func visible(text string) int { return measure().String(text) }

// clip cuts text to width columns.
func clip(text string, width int, s style) string {
	return measure().TruncateString(text, max(width, 1), s.pick("…", "..."))
}

// pad fills text with blanks to width columns.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-visible(text)))
}

// wrap breaks text at blanks into lines of at most width columns. A longer word, such as an address, stays whole: it
// has to be copied.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case visible(line)+1+visible(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}

// asFlags writes the API's parameters in a remark as the flags that they are here.
func asFlags(remark string) string {
	return strings.NewReplacer("until=", "--until ", "since=", "--since ", "tail=", "--tail ", "limit=", "--limit ").Replace(plain(remark))
}

// plain keeps text of others from steering the terminal; it is one line.
func plain(s string) string {
	return transcript.Plain([]byte(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(s)))
}
