package cli

import (
	"strings"

	"devservers/app"
)

// style turns words into what a terminal shows. The zero value is plain ASCII.
type style struct{ colour, unicode bool }

// SGR parameters (ECMA-48, 8.3.117). Only the sixteen colours of the user's own theme are used.
const (
	bold    = "1"
	dim     = "2"
	red     = "31"
	green   = "32"
	yellow  = "33"
	blue    = "34"
	magenta = "35"
	cyan    = "36"
	boldRed = "1;31"
)

// paint gives text a colour where colours are wanted.
func (s style) paint(sgr, text string) string {
	if !s.colour || text == "" || sgr == "" {
		return text
	}
	return "\x1b[" + sgr + "m" + text + "\x1b[0m"
}

// pick chooses between a symbol and its ASCII stand-in.
func (s style) pick(symbol, ascii string) string {
	if s.unicode {
		return symbol
	}
	return ascii
}

func (s style) done() string  { return s.paint(green, s.pick("✓", "+")) }
func (s style) cross() string { return s.paint(red, s.pick("✗", "x")) }
func (s style) arrow() string { return s.pick("→", "->") }
func (s style) bar() string   { return s.pick("│", "|") }

// stateLook is how a state looks: shape and word say what the colour says.
type stateLook struct{ symbol, ascii, colour string }

func look(state app.State) stateLook {
	switch state {
	case app.Ready:
		return stateLook{"●", "*", green}
	case app.Starting:
		return stateLook{"◐", "o", yellow}
	case app.Stopping:
		return stateLook{"◑", "o", yellow}
	case app.Backoff:
		return stateLook{"↻", "~", yellow}
	case app.Exited:
		return stateLook{"✗", "x", red}
	case app.Sleeping:
		return stateLook{"☾", "z", blue}
	case app.External:
		return stateLook{"◇", "?", magenta}
	}
	return stateLook{"○", "-", dim}
}

// symbol is the coloured sign of what s is. A run that ended well is no fault.
func (s style) symbol(st app.Status) string {
	l := lookOf(st)
	return s.paint(l.colour, s.pick(l.symbol, l.ascii))
}

func (s style) state(st app.Status) string { return s.paint(lookOf(st).colour, string(st.State)) }

func lookOf(st app.Status) stateLook {
	if st.State == app.Exited && endedWell(st.Exit) {
		return stateLook{"✓", "+", green}
	}
	return look(st.State)
}

func endedWell(e *app.Exit) bool { return e != nil && e.Code != nil && *e.Code == 0 }

// spinner is the sequence of signs that shows that something goes on.
func (s style) spinner() []string {
	if s.unicode {
		return strings.Split("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "")
	}
	return strings.Split(`|/-\`, "")
}

// serverColour tells several servers' lines apart; red and green keep their meaning.
func serverColour(i int) string {
	return []string{cyan, magenta, blue, yellow, "96", "95", "94", "93"}[i%8]
}
