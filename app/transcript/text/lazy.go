package text

import (
	"regexp"

	"devservers/app/base/words"
)

// Lazy is words.Lazy.
func Lazy(expr string) func() *regexp.Regexp { return words.Lazy(expr) }
