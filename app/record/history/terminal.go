package history

import (
	"errors"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/run"
)

// Terminal is the terminal of a run that lives, and its command.
type Terminal struct{ run *run.Run }

// terminalOf returns the terminal of a server's current or last run, or an error if it doesn't live.
func terminalOf(ref app.Ref, r *run.Run) (Terminal, error) {
	if r == nil || r.Gone() {
		return Terminal{}, app.Failf(app.CodeConflict, "start it: devservers start "+ref.String(), "%s does not run", ref)
	}
	return Terminal{r}, nil
}

// Input types data into the terminal.
func (t Terminal) Input(data []byte) error { return overAsConflict(t.run.Input(data)) }

// Resize sets the size of the terminal, in characters.
func (t Terminal) Resize(cols, rows int) error {
	if cols < 1 || rows < 1 || cols > 4096 || rows > 4096 {
		return app.Failf(app.CodeInvalid, "use 1 to 4096", "a terminal of %d x %d is not possible", cols, rows)
	}
	return overAsConflict(t.run.Resize(cols, rows))
}

// Signal sends a signal to the command itself, not to its tree.
func (t Terminal) Signal(signal string) error {
	sig, ok := process.ParseSignal(signal)
	if !ok {
		return app.Failf(app.CodeInvalid, "use a name such as INT, HUP or USR1", "%q is not a signal", signal)
	}
	return overAsConflict(t.run.Signal(sig))
}

func overAsConflict(err error) error {
	if errors.Is(err, run.ErrOver) {
		return app.Failf(app.CodeConflict, "", "the run has just ended")
	}
	if errors.Is(err, run.ErrSilent) {
		return app.Failf(app.CodeNotReady, "restart it if that lasts", "the holder of the run does not answer now")
	}
	return err
}
