package rules

import (
	"regexp"
	"strings"

	"devservers/app"
	"devservers/app/reading/why/sayings"
)

// lazily compiles an expression when it is first used.
var lazily = sayings.Lazily

// rule finds one cause. It is tried on lines that contain one of its words and match its pattern.
type rule struct {
	words   []string
	pattern func() *regexp.Regexp
	lasting bool // a reload of the code does not fix it
	broad   bool // it also matches what working programs print: only a failure makes it a cause
	find    finder
}

// finder returns the cause that the match m of the line at at shows, or nil.
type finder = func(c *Clues, at int, m []string) *app.Finding

// said returns the rules for what programs say of themselves.
func said(list []sayings.Saying) (rules []rule) {
	for _, s := range list {
		rules = append(rules, rule{words: s.Words, pattern: s.Pattern, broad: s.Broad, find: func(c *Clues, at int, m []string) *app.Finding {
			f := s.Finding(c.Lines[at].Text)
			if path := strings.Join(m[1:], ""); s.Changes && (!c.Known(path) || !sayings.IsPlain(path)) {
				f.Fix = sayings.CheckMode
			}
			return f
		}})
	}
	return rules
}
