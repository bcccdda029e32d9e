package logs

import (
	"cmp"
	"time"

	"devservers/app"
)

// Query asks for lines of one server's or task's run. The zero value of everything but Ref is the tail of the
// current run, or of the last one when none lives.
type Query struct {
	Ref           app.Ref
	Run           string    // "": the current or the last one
	Only          bool      // a follower ends with Run, instead of going on with the runs after it
	After, Before int64     // lines with After < seq < Before; Before 0 = no bound
	Forward       bool      // the oldest lines after After or Since first; otherwise the newest ones, see Tail
	Tail          int       // the newest n of what matches; 0 = DefaultTail, less than 0 = none
	Since, Until  time.Time // zero = no bound
	Grep          string    // only lines that contain it
	Regex         bool      // Grep is a regular expression (RE2)
	IgnoreCase    bool
	Level         string // only lines of at least this level: error, warn, info, debug
	Context       int    // lines shown around each match
	Limit         int    // most lines in one page when Forward; 0 = DefaultLimit
	SGR           bool   // keep colours in Text; everything else of the terminal's language is removed anyway
}

// The bounds of one page of lines.
const (
	DefaultTail  = 100
	DefaultLimit = 1000
	MaxLimit     = 10_000
	MaxContext   = 100
)

// within is n, or usual when it is not set, and never more than most.
func within(n, usual, most int) int { return min(cmp.Or(max(n, 0), usual), most) }
