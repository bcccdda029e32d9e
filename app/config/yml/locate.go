package yml

import "strings"

// Locate returns the place of the column-th rune of a value. It is exact for text that stands in the file as it is,
// and the value's beginning for the rest (escapes, folded lines).
func (r *Reader) Locate(v *Node, column int) Node {
	at := Node{Line: v.Line, Column: v.Column}
	first, _, _ := strings.Cut(strings.TrimRight(v.Text, "\n"), "\n")
	offset := 0
	if !v.Plain {
		offset = 1
	}
	if textAt(r.line(v.Line), v.Column+offset, first) {
		at.Column = v.Column + offset + column - 1
		return at
	}
	block := strings.TrimSpace(r.line(v.Line + 1))
	if !v.Plain && block == first && block != "" {
		indent := strings.Index(r.line(v.Line+1), block)
		return Node{Line: v.Line + 1, Column: indent + column}
	}
	return at
}

// textAt reports whether want stands in line from the 1-based column on.
func textAt(line string, column int, want string) bool {
	runes := []rune(line)
	return column >= 1 && column <= len(runes) && strings.HasPrefix(string(runes[column-1:]), want)
}
