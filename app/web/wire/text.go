package wire

import (
	"crypto/rand"
	"encoding/hex"
	"strings"
	"unicode"
)

// Random returns n random bytes in hex.
func Random(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails (crypto/rand)
	return hex.EncodeToString(b)
}

// Clean returns at most n of the printable characters of untrusted text.
func Clean(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, s)
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}
