package words

import (
	"regexp"
	"sync"
)

// Lazy returns a function that compiles expr at its first call: each start of the program would pay for all of them.
// Inlined, it would be compiled again for each variable.
//
//go:noinline
func Lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
