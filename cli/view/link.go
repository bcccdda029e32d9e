package view

import (
	"os"
	"slices"
	"strconv"
	"strings"
)

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
