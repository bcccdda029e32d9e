package transcript

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"time"

	"devservers/app/transcript/text"
)

// Query describes what Search looks for: lines that contain Literal, match Regexp and state one of Levels (each if given),
// within the bounds (each if not zero).
type Query struct {
	Literal    string
	Regexp     *regexp.Regexp
	Levels     text.Levels
	IgnoreCase bool // for Literal, ASCII and others; a Regexp has (?i)

	After, Before int64     // Seq > After, Seq < Before
	Since, Until  time.Time // Since ≤ Time < Until
	Limit         int       // matches; 0 means all
}

// ParseQuery makes a Query from user input. Its error says where a regular expression (RE2 syntax) is wrong.
func ParseQuery(text string, isRegexp, ignoreCase bool) (Query, error) {
	if !isRegexp {
		return Query{Literal: text, IgnoreCase: ignoreCase}, nil
	}
	expr := text
	if ignoreCase {
		expr = "(?i)" + text
	}
	re, err := regexp.Compile(expr)
	if err == nil {
		return Query{Regexp: re}, nil
	}
	var se *syntax.Error
	if !errors.As(err, &se) {
		return Query{}, fmt.Errorf("cannot use %q as a regular expression: %w", text, err)
	}
	return Query{}, fmt.Errorf("cannot use %q as a regular expression: %s at %q; to search for the text as it is, leave out the regular expression option",
		text, se.Code, se.Expr)
}
