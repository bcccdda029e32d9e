package history

import (
	"cmp"
	"errors"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/run"
)

// Use counts the use of servers: a server that is used doesn't go to sleep.
type Use interface {
	Touch(ref app.Ref)                 // it is used now
	Attend(ref app.Ref) (leave func()) // it is used until leave is called
}

// Desk opens the transcripts and terminals of servers.
type Desk struct {
	Kept Runs
	Use  Use
	Find func(app.Ref) (Subject, error)
}

// OpenLog opens the transcript of a run; id "" means the current or last run. While it is open, the server counts as
// used.
func (d Desk) OpenLog(ref app.Ref, id string) (*Log, error) {
	l, err := d.Glance(ref, id)
	if err == nil {
		l.Leave = d.Use.Attend(l.Ref)
	}
	return l, err
}

// Glance is like openLog, but does not count as use of the server.
func (d Desk) Glance(ref app.Ref, id string) (*Log, error) {
	now, err := d.Find(ref)
	if err != nil {
		return nil, err
	}
	if id == "" && now.Run == nil {
		return nil, neverRan(now.Ref, now.Kind, now.State, now.Reason)
	}
	id = cmp.Or(id, now.RunID())
	return openLog(d.Kept, now.Ref, now.Run, id)
}

// Console returns the terminal of a server's run, or an error if none lives. It counts as use of the server.
func (d Desk) Console(ref app.Ref) (Terminal, error) {
	now, err := d.Find(ref)
	if err != nil {
		return Terminal{}, err
	}
	d.Use.Touch(now.Ref)
	return terminalOf(now.Ref, now.Run)
}

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
