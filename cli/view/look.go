package view

import (
	"devservers/app"
)

// look is how a state looks: shape and word repeat what the color says.
type look struct{ symbol, ascii, color string }

func lookAt(state app.State) look {
	switch state {
	case app.Ready, app.Running:
		return look{"●", "*", Green}
	case app.Waiting, app.Starting:
		return look{"◐", "o", Yellow}
	case app.Stopping:
		return look{"◑", "o", Yellow}
	case app.Failing:
		return look{"▲", "!", Red}
	case app.Failed:
		return look{"✗", "x", Red}
	case app.Sleeping:
		return look{"☾", "z", blue}
	case app.External:
		return look{"◇", "?", magenta}
	}
	return look{"○", "-", Dim}
}

// Symbol returns the colored sign of what st is.
func (v View) Symbol(st app.Status) string { return lookOf(st).sign(v.Style) }

func (l look) sign(s Style) string { return s.Paint(l.color, s.Pick(l.symbol, l.ascii)) }

// State returns the colored word of the state.
func (v View) State(st app.Status) string {
	if done(st) {
		return v.Paint(good.color, "done")
	}
	return v.Paint(lookOf(st).color, string(st.State))
}

// lookOf is lookAt, but a task that succeeded looks like that.
func lookOf(st app.Status) look {
	if done(st) {
		return good
	}
	return lookAt(st.State)
}

// done reports whether st is a task whose last run succeeded.
func done(st app.Status) bool {
	return st.Kind.IsTask() && st.State == app.Stopped && st.Exit.Well()
}

// good is the look of a success.
var good = look{"✓", "+", Green}
