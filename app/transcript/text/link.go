package text

import (
	"bytes"
	"strings"
)

// A link in a line (OSC 8), as SGR writes it: linkStart, the address, linkEnd; and endLink after its text.
const (
	linkStart = "\x1b]8;;"
	linkEnd   = "\x1b\\"
	endLink   = linkStart + linkEnd
)

// maxLink is the longest address of a link in bytes.
const maxLink = 2000

// isLink reports whether a sequence whose introducer has n bytes begins or ends a link.
func isLink(seq []byte, n int) bool {
	return len(seq) > n && (seq[n-1] == ']' || seq[n-1] == 0x9d) && bytes.HasPrefix(seq[n:], []byte("8;"))
}

// link writes the link that begins or ends with the sequence 8;parameters;address.
func (s *shown) link(body []byte) {
	if s.linked {
		s.out = append(s.out, endLink...)
	}
	_, address, _ := bytes.Cut(body[2:], []byte(";"))
	to := linkTo(string(address))
	if s.linked = to != ""; s.linked {
		s.overwrite()
		s.out = append(append(append(s.out, linkStart...), to...), linkEnd...)
	}
}

// linkTo returns the address of a link without the end of its sequence; "" if it does not lead to the web.
func linkTo(address string) string {
	address = strings.TrimSuffix(strings.TrimRight(address, "\x07"), linkEnd)
	address = strings.TrimSuffix(address, "\u009c")
	web := strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https://")
	strange := func(r rune) bool { return r <= ' ' || r >= 0x7f }
	if !web || len(address) > maxLink || strings.ContainsFunc(address, strange) {
		return ""
	}
	return address
}

// takeLink takes a link's beginning or end from the begin of s, as SGR writes it, and returns its address. One without
// an end takes all.
func takeLink(s string) (address, rest string, ok bool) {
	body, ok := strings.CutPrefix(s, linkStart)
	if !ok {
		return "", s, false
	}
	address, rest, _ = strings.Cut(body, linkEnd)
	return linkTo(address), rest, true
}
