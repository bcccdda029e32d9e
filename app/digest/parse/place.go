package parse

import (
	"bytes"
	"strings"
)

// Place is a place in a source file, as a line of output names it.
type Place struct {
	File         string // as printed; "" = the text names only a line
	Line, Column int    // from 1; 0 = unknown
	From, To     int    // the bytes of the text that name it
	Ran          bool   // F: L: or F: line L:, as shells name the line that they run; compilers have no blank there
}

// maxPlaces is how many places of one line are read, maxNumbers how many of its numbers are looked at.
const (
	maxPlaces  = 6
	maxNumbers = 24
)

// PlaceIn returns the places that text names, from left to right.
func PlaceIn(text string) (list []Place) {
	for i, tries := 1, 0; i < len(text) && tries < maxNumbers && len(list) < maxPlaces; i++ {
		if !isDigit(text[i]) || isDigit(text[i-1]) || text[i-1] >= 0x80 {
			continue
		}
		tries++
		if p, ok := at(text, i); ok {
			list = append(list, p)
			i = p.To - 1
		}
	}
	return list
}

// MightHavePlace reports whether text can name a place, more cheaply than In: a number stands beside a colon or in
// brackets, and not only as part of a time, or after the word line.
func MightHavePlace(text []byte) bool {
	for i, c := range text {
		switch {
		case c == ':':
			if mightColon(text, i) {
				return true
			}
		case c == '(':
			if i > 0 && isDigitAt(text, i+1) && !isDigit(text[i-1]) {
				return true
			}
		case c == 'e' && i > 1 && text[i-1] == 'n' && text[i-2] == 'i':
			rest := bytes.TrimLeft(text[i+1:], ": ")
			if len(rest) > 0 && isDigit(rest[0]) {
				return true
			}
		}
	}
	return false
}

// mightColon reports whether the colon at i can be part of a place: F:L, F L:C, F: L: or F:[L,C].
func mightColon(text []byte, i int) bool {
	j := i - 1
	for j >= 0 && isDigit(text[j]) {
		j--
	}
	switch {
	case j < 0:
		return false
	case isDigitAt(text, i+1):
		return j == i-1 || isLetter(text[j]) && (text[j] != 'T' || j == 0 || !isDigit(text[j-1])) || j > 0 &&
			(text[j] == ' ' || text[j] == '[') && (isLetter(text[j-1]) || text[j-1] >= 0x80 || text[j-1] == ':' ||
			text[j-1] == ')')
	case i > 1 && text[i-1] == ']':
		return isDigit(text[i-2])
	case isDigitAt(text, i+2):
		return i+1 < len(text) && text[i+1] == '['
	}
	return j < i-1 && j > 0 && text[j] == ' ' && text[j-1] == ':'
}

func isDigitAt(text []byte, i int) bool { return i < len(text) && isDigit(text[i]) }

// at reads the place whose line number begins at i.
func at(text string, i int) (Place, bool) {
	switch text[i-1] {
	case ':':
		return colon(text, i)
	case '(', '[':
		return bracket(text, i)
	case ' ':
		if p, ok := worded(text, i); ok {
			return p, true
		}
		return spaced(text, i)
	}
	return Place{}, false
}

// colon reads F:L, F:L:C, F:L.C and F:L,C.
func colon(text string, i int) (Place, bool) {
	from, file := fileBefore(text, i-1)
	if !IsFileName(file) {
		return Place{}, false
	}
	p := Place{File: file, From: from}
	p.Line, i = number(text, i)
	p.To = i
	if i+1 < len(text) && (text[i] == ':' || text[i] == ',' || text[i] == '.') && isDigit(text[i+1]) {
		p.Column, p.To = number(text, i+1)
	}
	p.To = skipRange(text, p.To)
	return p, p.Line > 0 && !isWordAt(text, p.To)
}

// bracket reads F(L,C), F(L), F (L:C), F[L:C], F:[L,C] and their like; also (L:C) alone.
func bracket(text string, i int) (Place, bool) {
	p, pair := Place{From: i - 1}, false
	p.Line, p.To = number(text, i)
	if p.To < len(text) && (text[p.To] == ':' || text[p.To] == ',') {
		next := p.To + 1
		for next < len(text) && text[next] == ' ' {
			next++
		}
		p.Column, p.To = number(text, next)
		pair = p.To > next
	}
	p.To = skipRange(text, p.To)
	if p.To >= len(text) || text[p.To] != ')' && text[p.To] != ']' || p.Line == 0 {
		return p, false
	}
	p.To++
	end := i - 1
	if end > 0 && (text[end-1] == ' ' || text[end-1] == ':') {
		end--
	}
	from, file := fileBefore(text, end)
	if IsFileName(file) && (end == i-1 || p.Column > 0 || text[end] == ' ' && strings.HasPrefix(text[p.To:], ":")) {
		p.From, p.File = from, file
	}
	return p, p.File != "" || pair
}

// spaced reads F L:C, and F: L: as shells print it.
func spaced(text string, i int) (Place, bool) {
	if i >= 3 && text[i-2] == ':' {
		return shell(text, i)
	}
	from, file := fileBefore(text, i-1)
	p := Place{File: file, From: from}
	p.Line, i = number(text, i)
	if i+1 >= len(text) || text[i] != ':' || !isDigit(text[i+1]) {
		return p, false
	}
	p.Column, p.To = number(text, i+1)
	p.To = skipRange(text, p.To)
	return p, p.Line > 0 && IsFileName(file) && !isWordAt(text, p.To)
}

// shell reads F: L: text.
func shell(text string, i int) (Place, bool) {
	from, file := fileBefore(text, i-2)
	p := Place{File: file, From: from, Ran: true}
	p.Line, p.To = number(text, i)
	return p, p.Line > 0 && IsFileName(file) && p.To < len(text) && text[p.To] == ':'
}

// number reads the number that begins at i, and returns the end of it; 0 = none, or too large for a line.
func number(text string, i int) (n, end int) {
	for end = i; end < len(text) && isDigit(text[end]); end++ {
		if n = n*10 + int(text[end]-'0'); n > 1<<24 {
			return 0, end
		}
	}
	return n, end
}

// skipRange skips the end of a range: 3:5-9, 3:5-4:1.
func skipRange(text string, i int) int {
	if i+1 >= len(text) || text[i] != '-' || !isDigit(text[i+1]) {
		return i
	}
	for i++; i < len(text) && (isDigit(text[i]) || (text[i] == ':' || text[i] == '.') && i+1 < len(text) &&
		isDigit(text[i+1])); i++ {
	}
	return i
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isWordAt reports whether a number that ends at i is part of a longer word: 16ms, 3.14, 12/13.
func isWordAt(text string, i int) bool {
	if i >= len(text) {
		return false
	}
	c := text[i]
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '/' || c == '%' || c == '.' && i+1 < len(text) &&
		isDigit(text[i+1])
}

// fileBefore returns the name that ends before end, and where it begins: a word, or what is quoted.
func fileBefore(text string, end int) (from int, name string) {
	if end > 0 && strings.IndexByte("\"'`", text[end-1]) >= 0 {
		from = strings.LastIndexByte(text[:end-1], text[end-1])
		if from < 0 {
			return end, ""
		}
		return from, text[from+1 : end-1]
	}
	if end > 0 && text[end-1] == ')' { // "(a.njk) [Line 3]"
		if open := strings.LastIndexByte(text[:end-1], '('); open >= 0 && IsFileName(text[open+1:end-1]) {
			return open, text[open+1 : end-1]
		}
	}
	from = end
	for depth := 0; from > 0; from-- {
		c := text[from-1]
		if c == ')' || c == ']' || c == '}' {
			depth++
		} else if c == '(' || c == '[' || c == '{' {
			if depth--; depth < 0 {
				break
			}
		} else if isEnd(text, from-1, end) {
			break
		}
	}
	return from, text[from:end]
}

// isEnd reports whether a name that goes up to end can't contain text[i].
func isEnd(text string, i, end int) bool {
	switch c := text[i]; c {
	case ' ', '\t', '"', '\'', '`', ',', ';', '|', '<', '>', '=', '*':
		return true
	case ':':
		rest := text[i+1 : end]
		drive := i > 0 && (i == 1 || !isLetter(text[i-2])) && isLetter(text[i-1]) && (strings.HasPrefix(rest, `\`) ||
			strings.HasPrefix(rest, "/") && !strings.HasPrefix(rest, "//"))
		scheme := strings.HasPrefix(rest, "//") && i > 0 && isLetter(text[i-1])
		host := i > 0 && rest != "" && isDigit(rest[0]) && strings.Contains(rest, "/") &&
			strings.Contains(text[max(0, i-120):i], "://") && !strings.Contains(rest, ":")
		return !drive && !scheme && !host && !strings.HasSuffix(text[:i], "node")
	default: // box drawing, arrows and bullets begin with this byte, or continue after it
		return c >= 0x80 && c < 0xc0 && i >= 2 && text[i-2] == 0xe2 || c == 0xe2
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
