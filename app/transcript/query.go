package transcript

import (
	"time"

	"devservers/app/transcript/text"
)

// Search describes what Search looks for: lines that contain Literal, match Regexp and state one of Levels (each if
// given), within the bounds (each if not zero).
type Search struct {
	Literal    string
	Regexp     Matcher
	Levels     text.Levels
	IgnoreCase bool // for Literal, ASCII alone; a Regexp has (?i)

	After, Before int64     // Seq > After, Seq < Before
	Since, Until  time.Time // Since ≤ Time < Until
	Limit         int       // matches; 0 means all
}

// Matcher is a regular expression: see package pattern. Package regexp would cost memory in each holder.
type Matcher interface {
	Match(b []byte) bool
	// Required returns texts at least one of which occurs in each match, or nil if none are known.
	Required() []text.Literal
}
