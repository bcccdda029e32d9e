// Package lazy compiles expressions when they are first used: what is initialized with the program costs time at each
// start of a command. It knows nothing of what they match.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles expr at its first call.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
