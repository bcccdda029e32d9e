package view

import (
	"os"
	"slices"
	"strconv"
	"strings"
)

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

// Link colors an address and, where the terminal knows links (OSC 8), makes it one.
func (s Style) Link(url string) string {
	text := s.Paint(Cyan, url)
	if !s.Links || url == "" || strings.ContainsFunc(url, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return text
	}
	return "\x1b]8;;" + url + "\x1b\\" + text + "\x1b]8;;\x1b\\"
}

// links reports whether f shows links. DEVSERVERS_LINKS or FORCE_HYPERLINK decides, if one is set: 0 is no. Otherwise f
// must be a terminal with colors that is known to show them; others may print the address twice.
func (c Console) links(f *os.File) bool {
	for _, name := range []string{"DEVSERVERS_LINKS", "FORCE_HYPERLINK"} {
		if value := c.Getenv(name); value != "" {
			return value != "0"
		}
	}
	return c.Terminal(f) && c.Color(f) && c.knowsLinks()
}

// knowsLinks recognizes the terminal. Within screen, which shows no links, its variables are still those of the outer
// one.
func (c Console) knowsLinks() bool {
	number := func(name string) int { n, _ := strconv.Atoi(c.Getenv(name)); return n }
	switch {
	case c.Getenv("STY") != "":
		return false
	case number("VTE_VERSION") >= 5000, number("KONSOLE_VERSION") >= 201200:
		return true
	case slices.ContainsFunc([]string{"WT_SESSION", "KITTY_WINDOW_ID", "WEZTERM_PANE", "DOMTERM"},
		func(name string) bool { return c.Getenv(name) != "" }):
		return true
	}
	return slices.Contains([]string{"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "zed", "Tabby"},
		c.Getenv("TERM_PROGRAM")) ||
		slices.Contains([]string{"xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "wezterm", "contour"},
			c.Getenv("TERM"))
}
