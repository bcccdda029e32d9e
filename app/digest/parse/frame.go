package parse

import "strings"

// Gutter reads the number of a line of source that is quoted in a frame: "12 | text", "> 12 | text".
func Gutter(line string) (n int, ok bool) {
	rest := strings.TrimLeft(line, " \t>❯→*┃│|")
	end := 0
	for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
		end++
	}
	if end == 0 || end > 7 {
		return 0, false
	}
	after := strings.TrimLeft(rest[end:], " ")
	for _, bar := range []string{"|", "│", "┃", "¦"} {
		if strings.HasPrefix(after, bar) {
			return Number(rest[:end]), true
		}
	}
	return 0, false
}

// IsCaret reports whether a line points at a place of the line above.
func IsCaret(line string) bool {
	rest := strings.TrimLeft(line, " \t|│┃·")
	if arrow := strings.TrimLeft(rest, "-"); len(rest)-len(arrow) > 2 && arrow == "^" { // of Jison and Pug: ------^
		return true
	}
	return rest != "" && (strings.IndexByte("^~", rest[0]) >= 0 && strings.Trim(rest, "^~- ") == "" ||
		strings.HasPrefix(rest, "^") || strings.HasPrefix(rest, "~~") || strings.HasPrefix(rest, "───"))
}

// IsFramed reports whether a line belongs to a frame around source.
func IsFramed(line string) bool {
	if _, ok := Gutter(line); ok || IsFrameLine(line) || IsCaret(line) {
		return true
	}
	return strings.Trim(line, " \t|│┃╷╵╭╰╮╯├─━═=_·┆╎:'`,") == "" && line != ""
}
