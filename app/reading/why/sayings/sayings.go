// Package sayings holds causes that programs name themselves: what the line says decides the finding, and nothing of the
// project has to be looked at. It owns the table; it doesn't know runs, lines or files.
package sayings

import (
	"regexp"

	"devservers/app"
	"devservers/app/transcript/text"
)

// Saying is what a program prints, and the finding that it is. In Problem and Fix, $1 stands for what the pattern
// captures, as in regexp.Expand.
type Saying struct {
	Words        []string // the line contains one of them
	Pattern      func() *regexp.Regexp
	Broad        bool // working programs print it, too
	Changes      bool // the fix changes the file that the pattern captures
	Kind         app.FindingKind
	Problem, Fix string
}

// Finding returns the finding that a line is which matches the pattern.
func (s *Saying) Finding(line string) *app.Finding {
	at := s.Pattern().FindStringSubmatchIndex(line)
	if at == nil {
		return nil
	}
	fill := func(text string) string { return string(s.Pattern().ExpandString(nil, text, line, at)) }
	return &app.Finding{Kind: s.Kind, Problem: fill(s.Problem), Fix: fill(s.Fix)}
}

// Lazily compiles an expression when it is first used.
var Lazily = text.Lazy
