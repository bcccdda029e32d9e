package cli

import (
	"devservers/app"
	"devservers/cli/term"
)

// stateLook is how a state looks: shape and word repeat what the color says.
type stateLook struct{ symbol, ascii, color string }

func look(state app.State) stateLook {
	switch state {
	case app.Ready:
		return stateLook{"●", "*", term.Green}
	case app.Starting:
		return stateLook{"◐", "o", term.Yellow}
	case app.Stopping:
		return stateLook{"◑", "o", term.Yellow}
	case app.Backoff:
		return stateLook{"↻", "~", term.Yellow}
	case app.Exited:
		return stateLook{"✗", "x", term.Red}
	case app.Sleeping:
		return stateLook{"☾", "z", term.Blue}
	case app.External:
		return stateLook{"◇", "?", term.Magenta}
	}
	return stateLook{"○", "-", term.Dim}
}

// symbol returns the colored sign of what st is.
func symbol(s term.Style, st app.Status) string { return lookOf(st).sign(s) }

func (l stateLook) sign(s term.Style) string { return s.Paint(l.color, s.Pick(l.symbol, l.ascii)) }

// stateText returns the colored word of the state.
func stateText(s term.Style, st app.Status) string {
	return s.Paint(lookOf(st).color, string(st.State))
}

// lookOf is look, but a run that ended well doesn't look like a failure.
func lookOf(st app.Status) stateLook {
	if st.State == app.Exited && endedWell(st.Exit) {
		return good
	}
	return look(st.State)
}

// good is the look of a success.
var good = stateLook{"✓", "+", term.Green}

func endedWell(e *app.Exit) bool { return e != nil && e.Code != nil && *e.Code == 0 }
