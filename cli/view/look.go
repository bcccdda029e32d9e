package view

import (
	"devservers/app"
	"devservers/cli/term"
)

// look is how a state looks: shape and word repeat what the color says.
type look struct{ symbol, ascii, color string }

func lookAt(state app.State) look {
	switch state {
	case app.Ready:
		return look{"●", "*", term.Green}
	case app.Starting:
		return look{"◐", "o", term.Yellow}
	case app.Stopping:
		return look{"◑", "o", term.Yellow}
	case app.Backoff:
		return look{"↻", "~", term.Yellow}
	case app.Failing:
		return look{"▲", "!", term.Red}
	case app.Exited:
		return look{"✗", "x", term.Red}
	case app.Sleeping:
		return look{"☾", "z", term.Blue}
	case app.External:
		return look{"◇", "?", term.Magenta}
	}
	return look{"○", "-", term.Dim}
}

// Symbol returns the colored sign of what st is.
func (v View) Symbol(st app.Status) string { return lookOf(st).sign(v.Style) }

func (l look) sign(s term.Style) string { return s.Paint(l.color, s.Pick(l.symbol, l.ascii)) }

// State returns the colored word of the state.
func (v View) State(st app.Status) string {
	return v.Paint(lookOf(st).color, string(st.State))
}

// lookOf is lookAt, but a run that ended well doesn't look like a failure.
func lookOf(st app.Status) look {
	if st.State == app.Exited && endedWell(st.Exit) {
		return good
	}
	return lookAt(st.State)
}

// good is the look of a success.
var good = look{"✓", "+", term.Green}

func endedWell(e *app.Exit) bool { return e != nil && e.Code != nil && *e.Code == 0 }
