package naming

import "unicode"

// Forbidden reports whether r has no place in a file that people read and terminals show: control characters
// but for tab and line feed, and the bidirectional embeddings, overrides and isolates that make text look like
// other text (CVE-2021-42574).
func Forbidden(r rune) bool {
	switch {
	case r == '\t', r == '\n':
		return false
	case unicode.Is(unicode.Cc, r):
		return true
	}
	return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
}

// Hidden reports whether r is invisible or moves its neighbours; commands and names must not hold one.
func Hidden(r rune) bool {
	switch r {
	case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0x2060, 0xFEFF:
		return true
	}
	return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
}
