package naming

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"devservers/app/words"
)

// Key is a key as it stands in a path: bounded, and quoted when it is not a plain word.
func Key(key string) string {
	if Valid(key) {
		return key
	}
	return words.Quote(key)
}

// Path is a path as people read it: quoted when it has something that cannot be seen.
func Path(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) }) || path == "" || !utf8.ValidString(path) {
		return words.Quote(path)
	}
	return path
}
