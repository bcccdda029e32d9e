package sources

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// Oddity is what a file contains in place of what its name promises.
type Oddity string

// The oddities.
const (
	Empty    Oddity = "empty"
	Pointer  Oddity = "lfs"      // only the pointer of Git LFS
	NotPEM   Oddity = "pem"      // no certificate and no key
	Conflict Oddity = "conflict" // marks of a merge
	Mark     Oddity = "mark"     // it begins with a byte order mark
	UTF16    Oddity = "utf16"
	NotUTF8  Oddity = "utf8"
	Null     Oddity = "null"
)

// Odd returns what is odd about a file, and in which line; "" = nothing.
func Odd(path string) (what Oddity, line int) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return "", 0
	}
	text, pem := Read(path), slices.Contains([]string{".pem", ".crt", ".key"}, filepath.Ext(path))
	switch {
	case info.Size() == 0:
		return Empty, 0
	case strings.HasPrefix(text, "version https://git-lfs.github.com/spec/"):
		return Pointer, 0
	case pem && !strings.Contains(text, "-----BEGIN "):
		return NotPEM, 0
	case pem || text == "" || !IsSource(path) && !IsText(path) ||
		slices.Contains([]string{".png", ".db"}, filepath.Ext(path)):
		return "", 0
	case strings.HasPrefix(text, "\xef\xbb\xbf"):
		return Mark, 1
	case strings.HasPrefix(text, "\xff\xfe"), strings.HasPrefix(text, "\xfe\xff"):
		return UTF16, 1
	}
	for i, l := range strings.Split(text, "\n") {
		if what := oddLine(l); what != "" {
			return what, i + 1
		}
	}
	return "", 0
}

func oddLine(line string) Oddity {
	switch {
	case strings.HasPrefix(line, "<<<<<<< "):
		return Conflict
	case strings.ContainsRune(line, 0):
		return Null
	case !utf8.ValidString(line):
		return NotUTF8
	}
	return ""
}
