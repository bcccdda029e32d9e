package text

import (
	"bytes"
	"strings"
)

// Literal is a text for fast search: its rarest byte comes first, which memchr finds at the speed of memory.
type Literal struct {
	text   []byte    // lower case when fold
	fold   bool      // ASCII letters match in both cases
	rare   int       // index of the rarest byte
	lo, up byte      // that byte in both cases
	bytes  [4]uint64 // a set of all bytes that it may have
}

// frequent lists bytes by how common they are in logs, the most common first. Bytes that are not listed are rarer
// still.
const frequent = " e0ta1ois2rn-:/l.c3d5u46p79h8m[]gf\"b,w=(y)kvISTEG_ADNORxCPLM"

func rarity(c byte) int {
	if i := strings.IndexByte(frequent, c); i >= 0 {
		return i
	}
	return len(frequent)
}

// NewLiteral returns s as a literal; fold ignores the case of ASCII letters.
func NewLiteral(s string, fold bool) Literal {
	l := Literal{text: []byte(s), fold: fold}
	if fold {
		for i, c := range l.text {
			l.text[i] = lower(c)
		}
	}
	for i, c := range l.text {
		if rarity(c) > rarity(l.text[l.rare]) {
			l.rare = i
		}
		l.bytes[c>>6] |= 1 << (c & 63)
		if up := upper(c); fold {
			l.bytes[up>>6] |= 1 << (up & 63)
		}
	}
	if len(l.text) > 0 {
		l.lo = l.text[l.rare]
		l.up = l.lo
		if fold {
			l.up = upper(l.lo)
		}
	}
	return l
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}

// Len returns its length in bytes.
func (l *Literal) Len() int { return len(l.text) }

// has reports whether a byte may be part of the literal.
func (l *Literal) has(c byte) bool { return l.bytes[c>>6]&(1<<(c&63)) != 0 }

// In reports whether b contains the literal.
func (l *Literal) In(b []byte) bool { return l.Index(b) >= 0 }

// Index returns where b first contains the literal, or -1.
func (l *Literal) Index(b []byte) int {
	if len(l.text) == 0 {
		return 0
	}
	if l.fold {
		return l.indexFold(b)
	}
	for misses, from := 0, 0; ; {
		i := bytes.IndexByte(b[min(len(b), from+l.rare):], l.lo)
		if i < 0 {
			return -1
		}
		at := from + i
		if at+len(l.text) <= len(b) && string(b[at:at+len(l.text)]) == string(l.text) {
			return at
		}
		from = at + 1
		if misses++; misses > 8+at>>7 { // the byte is not rare here
			return after(from, bytes.Index(b[from:], l.text))
		}
	}
}

func after(from, i int) int {
	if i < 0 {
		return -1
	}
	return from + i
}

func (l *Literal) indexFold(b []byte) int {
	lo, up := -2, -2 // next places of the rare byte in either case, from l.rare on; -2: not searched yet, -1: none
	for from := 0; ; {
		lo, up = l.nextRare(b, from, lo, l.lo), l.nextRare(b, from, up, l.up)
		at := lo
		if at < 0 || up >= 0 && up < at {
			at = up
		}
		if at < 0 {
			return -1
		}
		if l.matchFold(b, at-l.rare) {
			return at - l.rare
		}
		from = at - l.rare + 1
	}
}

func (l *Literal) nextRare(b []byte, from, known int, c byte) int {
	first := from + l.rare
	if known == -1 || known >= first {
		return known
	}
	return after(first, bytes.IndexByte(b[min(first, len(b)):], c))
}

func (l *Literal) matchFold(b []byte, at int) bool {
	if at+len(l.text) > len(b) {
		return false
	}
	for i, c := range l.text {
		if lower(b[at+i]) != c {
			return false
		}
	}
	return true
}
