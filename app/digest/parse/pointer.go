package parse

import (
	"slices"
	"strings"
	"unicode"
)

// pointing are the words of a line that only says where the error above is.
var pointing = strings.Fields("the a an error errors s found occurred appears to be at in on line file configuration " +
	"config near is was here see " +
	"location position source reading compiling transforming processing loading rendering building parsing parse syntax " +
	"while of column " +
	"stopped raised from problem failed")

// IsPointer reports whether a text has no other words.
func IsPointer(text string) bool {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
	}) {
		if !slices.Contains(pointing, strings.ToLower(word)) {
			return false
		}
	}
	return true
}
