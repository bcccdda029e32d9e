package view

import "strings"

// Style is what a terminal can show: colors, symbols, links. The zero value is plain ASCII.
type Style struct{ Color, Unicode, Links bool }

// SGR parameters (ECMA-48, 8.3.117). Only the sixteen colors of the user's own theme are used.
const (
	Bold    = "1"
	Dim     = "2"
	Red     = "31"
	Green   = "32"
	Yellow  = "33"
	blue    = "34"
	magenta = "35"
	Cyan    = "36"
	BoldRed = "1;31"
)

// Paint colors text, if colors are wanted.
func (s Style) Paint(sgr, text string) string {
	if !s.Color || text == "" || sgr == "" {
		return text
	}
	return "\x1b[" + sgr + "m" + text + "\x1b[0m"
}

// Pick chooses between a symbol and its ASCII stand-in.
func (s Style) Pick(symbol, ascii string) string {
	if s.Unicode {
		return symbol
	}
	return ascii
}

// Done returns the sign of success.
func (s Style) Done() string { return s.Paint(Green, s.Pick("✓", "+")) }

// Cross returns the sign of failure.
func (s Style) Cross() string { return s.Paint(Red, s.Pick("✗", "x")) }

// Arrow returns the sign of a next step.
func (s Style) Arrow() string { return s.Pick("→", "->") }

// bar returns what stands before quoted output.
func (s Style) bar() string { return s.Pick("│", "|") }

// spinner returns the frames of a spinner.
func (s Style) spinner() []string {
	if s.Unicode {
		return strings.Split("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "")
	}
	return strings.Split(`|/-\`, "")
}

// accent returns the i-th color that tells servers apart; red and green keep their meaning.
func accent(i int) string {
	return []string{Cyan, magenta, blue, Yellow, "96", "95", "94", "93"}[i%8]
}
