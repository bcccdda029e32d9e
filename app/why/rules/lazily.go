package rules

import (
	"regexp"
	"sync"
)

// lazily compiles an expression when it is first used. Everything that is initialised with the program costs time at each
// start of a command.
func lazily(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
