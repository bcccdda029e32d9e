package config

import "strings"

// locate returns the place of the column-th rune of a value. It is exact for text that stands in the file as it is,
// and the value's beginning for the rest (escapes, folded lines).
func (r *reader) locate(v *node, column int) node {
	at := node{line: v.line, column: v.column}
	first, _, _ := strings.Cut(strings.TrimRight(v.text, "\n"), "\n")
	offset := 0
	if !v.plain {
		offset = 1
	}
	if textAt(r.line(v.line), v.column+offset, first) {
		at.column = v.column + offset + column - 1
		return at
	}
	block := strings.TrimSpace(r.line(v.line + 1))
	if !v.plain && block == first && block != "" {
		indent := strings.Index(r.line(v.line+1), block)
		return node{line: v.line + 1, column: indent + column}
	}
	return at
}

// textAt reports whether want stands in line from the 1-based column on.
func textAt(line string, column int, want string) bool {
	runes := []rune(line)
	return column >= 1 && column <= len(runes) && strings.HasPrefix(string(runes[column-1:]), want)
}
