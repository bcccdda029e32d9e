package text

import (
	"encoding/binary"
	"unicode/utf8"
)

// Plain returns the text of a line for people and agents. It removes escape sequences, control characters (except
// tabs), and the invisible characters that hide or reorder text (bidi, zero-width, tags, variation selectors).
// Invalid UTF-8 becomes U+FFFD. A bare CR goes back to the line's beginning: Plain keeps only the text after the last
// CR that text follows, as a progress bar finally looks.
func Plain(raw []byte) string {
	if isPlain(raw) {
		return string(raw)
	}
	s := shown{out: make([]byte, 0, len(raw))}
	s.write(raw)
	return string(s.out)
}

// AppendPlain appends Plain of raw to dst. It is for callers that read many lines and keep few.
func AppendPlain(dst, raw []byte) []byte {
	if isPlain(raw) {
		return append(dst, raw...)
	}
	s := shown{out: dst, line: len(dst)}
	s.write(raw)
	return s.out
}

// SGR is Plain with the colors and links: it keeps well-formed SGR sequences (CSI digits m), and ends a line that has
// any with a reset. Of links (OSC 8) it keeps those to http and https.
func SGR(raw []byte) string {
	if isPlain(raw) {
		return string(raw)
	}
	s := shown{out: make([]byte, 0, len(raw)+4), colors: true}
	s.write(raw)
	s.endLine()
	return string(s.out)
}

// isPlain reports whether b has only printable ASCII and tabs. It checks eight bytes at a time: one of them has its
// highest bit set, or gets it, if there may be another kind.
func isPlain(b []byte) bool {
	const each = 0x0101010101010101
	for ; len(b) >= 8; b = b[8:] {
		x := binary.LittleEndian.Uint64(b)
		if (x|(x-0x20*each)|(x+each))&(0x80*each) != 0 && !arePlain(b[:8]) {
			return false
		}
	}
	return arePlain(b)
}

func arePlain(b []byte) bool {
	for _, c := range b {
		if !printable(c) {
			return false
		}
	}
	return true
}

// shown builds the visible text of a line.
type shown struct {
	out    []byte
	line   int    // offset in out where the line begins
	cr     bool   // a bare CR came, and no text since
	home   bool   // a cursor movement caused the return
	colors bool   // keep SGR
	pen    []byte // SGR since the last reset, to keep when CR removes the text
	used   bool   // the line has SGR
	linked bool   // a link is open
}

func (s *shown) write(b []byte) {
	for len(b) > 0 {
		c := b[0]
		switch {
		case c == Esc:
			n := Sequence(b)
			s.escape(b[:n], 2)
			b = b[n:]
		case c >= utf8.RuneSelf:
			b = b[s.multi(b):]
		case printable(c):
			n := 1
			for n < len(b) && printable(b[n]) {
				n++
			}
			s.overwrite()
			s.out = append(s.out, b[:n]...)
			b = b[n:]
		default:
			s.control(c)
			b = b[1:]
		}
	}
}

func printable(c byte) bool { return c == '\t' || c >= 0x20 && c < 0x7f }

func (s *shown) control(c byte) {
	switch c {
	case '\n':
		s.endLine()
		s.out = append(s.out, c)
		s.line, s.cr, s.home = len(s.out), false, false
	case '\r':
		s.cr = true
	}
}

// multi consumes one rune or one bad byte from b and returns its length.
func (s *shown) multi(b []byte) int {
	r, n := utf8.DecodeRune(b)
	switch {
	case r >= 0x80 && r < 0xa0:
		n = c1(b)
		s.escape(b[:n], 2)
	case r == 0x2028 || r == 0x2029:
		s.overwrite()
		s.out = append(s.out, ' ')
	case !hidden(r):
		s.overwrite()
		s.out = utf8.AppendRune(s.out, r)
	}
	return n
}

func (s *shown) overwrite() {
	if !s.cr {
		return
	}
	s.cr, s.home = false, false
	s.out = append(s.out[:s.line], s.pen...)
}

// escape processes a whole sequence whose introducer has n bytes.
func (s *shown) escape(seq []byte, n int) {
	if len(seq) > n && (seq[n-1] == '[' || seq[n-1] == 0x9b) {
		s.move(seq[n:len(seq)-1], seq[len(seq)-1])
	}
	if s.colors && isLink(seq, n) {
		s.link(seq[n:])
	}
	if !s.colors || !isSGR(seq, n) {
		return
	}
	params := seq[n : len(seq)-1]
	at := len(s.out)
	s.out = append(append(append(s.out, Esc, '['), params...), 'm')
	if isReset(params) {
		s.pen = s.pen[:0]
	} else {
		s.pen = append(s.pen, s.out[at:]...)
	}
	s.used = true
}

// move handles the sequences with which spinners (npm's, ora's) overwrite and remove themselves. CHA to column 1 and
// EL of the whole line have the effect of a bare CR, and EL after such a CHA leaves nothing.
func (s *shown) move(params []byte, final byte) {
	p := string(params)
	switch {
	case final == 'G' && (p == "" || p == "0" || p == "1"):
		s.cr, s.home = true, true
	case final == 'K' && p == "2":
		s.cr = true
	case final == 'K' && s.home && (p == "" || p == "0"):
		s.out = append(s.out[:s.line], s.pen...)
	}
}

func (s *shown) endLine() {
	if s.linked {
		s.out = append(s.out, endLink...)
	}
	if s.used {
		s.out = append(s.out, "\x1b[0m"...)
	}
	s.pen, s.used, s.linked = s.pen[:0], false, false
}

func isSGR(seq []byte, n int) bool {
	if len(seq) <= n || seq[len(seq)-1] != 'm' || seq[n-1] != '[' && seq[n-1] != 0x9b {
		return false
	}
	for _, c := range seq[n : len(seq)-1] {
		if (c < '0' || c > '9') && c != ';' && c != ':' {
			return false
		}
	}
	return true
}

func isReset(params []byte) bool {
	for _, c := range params {
		if c != '0' {
			return false
		}
	}
	return true
}

// hidden reports whether r is invisible, but can hide or reorder text for anyone who reads the raw line.
func hidden(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0xad, r == 0x034f, r == 0x061c, r == 0x180e, r == 0xfeff,
		r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f,
		r >= 0xfe00 && r <= 0xfe0f, r >= 0xfff9 && r <= 0xfffb,
		r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
}
