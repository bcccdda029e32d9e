package text

import "bytes"

const Esc = 0x1b

// StripANSI appends src without its escape sequences to dst. All else stays, including C0 bytes and invalid UTF-8. A
// sequence ends at the end of its line at the latest, so lines may be stripped one by one or together.
func StripANSI(dst, src []byte) []byte {
	for {
		i := bytes.IndexByte(src, Esc)
		if i < 0 {
			return append(dst, src...)
		}
		dst = append(dst, src[:i]...)
		src = src[i+Sequence(src[i:]):]
	}
}

// Sequence returns the length of the escape sequence that b begins with (ECMA-48 5.4 and 8.3; b[0] is ESC). A '\n'
// that breaks the sequence off is not counted.
func Sequence(b []byte) int {
	if len(b) < 2 {
		return len(b)
	}
	switch b[1] {
	case '[':
		return csi(b, 2)
	case ']':
		return controlString(b, true)
	case 'P', 'X', '^', '_':
		return controlString(b, false)
	}
	i := 1
	for i < len(b) && b[i] >= 0x20 && b[i] <= 0x2f {
		i++
	}
	if i < len(b) && b[i] >= 0x30 && b[i] <= 0x7e {
		i++
	}
	return i
}

// csi returns the end of the control sequence whose parameters begin at i.
func csi(b []byte, i int) int {
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case c >= 0x40 && c <= 0x7e, c == 0x18, c == 0x1a:
			return i + 1
		case c == Esc, c == '\n', c >= 0x80:
			return i
		}
	}
	return i
}

// controlString returns the end of the OSC, DCS, SOS, PM or APC at the beginning of b: after ST, CAN or SUB, and with
// bel also after BEL.
func controlString(b []byte, bel bool) int {
	i := 2
	for ; i < len(b); i++ {
		switch b[i] {
		case '\n':
			return i
		case 0x18, 0x1a:
			return i + 1
		case 0x07:
			if bel {
				return i + 1
			}
		case 0x9c: // ST as U+009C; the bare byte may be the middle of a rune
			if b[i-1] == 0xc2 {
				return i + 1
			}
		case Esc:
			if i+1 < len(b) && b[i+1] == '\\' {
				return i + 2
			}
			return i
		}
	}
	return i
}

// c1 returns the length of the sequence that begins with the control character U+0080..U+009F in UTF-8 at b[0], b[1].
func c1(b []byte) int {
	switch b[1] {
	case 0x9b:
		return csi(b, 2)
	case 0x9d:
		return controlString(b, true)
	case 0x90, 0x98, 0x9e, 0x9f:
		return controlString(b, false)
	}
	return 2
}
