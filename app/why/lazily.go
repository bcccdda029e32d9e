package why

import (
	"regexp"
	"sync"
)

// lazily compiles an expression when it is first needed. All that is made while the program is initialised costs each
// start of a command its time, and each holder its memory.
func lazily(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
