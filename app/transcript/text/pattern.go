package text

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
)

// Pattern is a regular expression, and the texts that its matches contain.
type Pattern struct {
	*regexp.Regexp
	required []Literal
}

// NewPattern returns the pattern of a regular expression.
func NewPattern(re *regexp.Regexp) *Pattern {
	p := &Pattern{Regexp: re}
	if tree, err := syntax.Parse(re.String(), syntax.Perl); err == nil {
		p.required = required(tree.Simplify())
	}
	return p
}

// Required returns texts at least one of which occurs in each match, or nil if none are known.
func (p *Pattern) Required() []Literal { return p.required }

// ParsePattern makes a pattern from user input. Its error shows where the regular expression (RE2 syntax) is wrong.
func ParsePattern(text string, ignoreCase bool) (*Pattern, error) {
	expr := text
	if ignoreCase {
		expr = "(?i)" + text
	}
	re, err := regexp.Compile(expr)
	if err == nil {
		return NewPattern(re), nil
	}
	var se *syntax.Error
	if !errors.As(err, &se) {
		return nil, fmt.Errorf("cannot use %q as a regular expression: %w", text, err)
	}
	return nil, fmt.Errorf("cannot use %q as a regular expression: %s at %q; to search for the text as it is, leave out "+
		"the regular expression option",
		text, se.Code, se.Expr)
}
