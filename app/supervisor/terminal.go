package supervisor

import (
	"errors"

	"devservers/app"
	"devservers/app/run"
)

// Console is the terminal of a run that lives, and its command.
type Console struct{ r *run.Run }

// Console returns the console of a server's run, or an error if none lives. It counts as use of the server.
func (s *Supervisor) Console(ref app.Ref) (Console, error) {
	_, m, err := s.server(ref)
	if err != nil {
		return Console{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Activity.Touch(m.ref)
	if m.run == nil || m.run.Gone() {
		return Console{}, app.Failf(app.CodeConflict, "start it: devservers start "+m.ref.String(), "%s does not run", m.ref)
	}
	return Console{m.run}, nil
}

// Input types data into the terminal of a server's run.
func (s *Supervisor) Input(ref app.Ref, data []byte) error {
	c, err := s.Console(ref)
	if err != nil {
		return err
	}
	return c.Input(data)
}

// Input types data into the terminal.
func (c Console) Input(data []byte) error { return overAsConflict(c.r.Input(data)) }

// Resize sets the size of the terminal, in characters.
func (c Console) Resize(cols, rows int) error {
	if cols < 1 || rows < 1 || cols > 4096 || rows > 4096 {
		return app.Failf(app.CodeInvalid, "use 1 to 4096", "a terminal of %d x %d is not possible", cols, rows)
	}
	return overAsConflict(c.r.Resize(cols, rows))
}

// Signal sends a signal to the command itself, not to its tree.
func (c Console) Signal(signal string) error {
	sig, ok := run.ParseSignal(signal)
	if !ok {
		return app.Failf(app.CodeInvalid, "use a name such as INT, HUP or USR1", "%q is not a signal", signal)
	}
	return overAsConflict(c.r.Signal(sig))
}

func overAsConflict(err error) error {
	if errors.Is(err, run.ErrOver) {
		return app.Failf(app.CodeConflict, "", "the run has just ended")
	}
	return err
}
