package supervisor

import (
	"errors"
	"time"

	"devservers/app"
	"devservers/app/run"
)

// livingRun returns the run of a server if it is alive.
func (s *Supervisor) livingRun(ref app.Ref) (*run.Run, error) {
	_, m, err := s.server(ref)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m.active.last = time.Now()
	if m.run == nil || m.run.Gone() {
		return nil, app.Failf(app.CodeConflict, "start it: devservers start "+m.ref.String(), "%s does not run", m.ref)
	}
	return m.run, nil
}

// Input types data into a server's terminal.
func (s *Supervisor) Input(ref app.Ref, data []byte) error {
	r, err := s.livingRun(ref)
	if err != nil {
		return err
	}
	return overAsConflict(r.Input(data))
}

// Resize sets the size of a server's terminal.
func (s *Supervisor) Resize(ref app.Ref, cols, rows int) error {
	if cols < 1 || rows < 1 || cols > 4096 || rows > 4096 {
		return app.Failf(app.CodeInvalid, "use 1 to 4096", "a terminal of %d x %d is not possible", cols, rows)
	}
	r, err := s.livingRun(ref)
	if err != nil {
		return err
	}
	return overAsConflict(r.Resize(cols, rows))
}

// Signal sends a signal to the command itself, not to its tree.
func (s *Supervisor) Signal(ref app.Ref, signal string) error {
	sig, ok := run.ParseSignal(signal)
	if !ok {
		return app.Failf(app.CodeInvalid, "use a name such as INT, HUP or USR1", "%q is not a signal", signal)
	}
	r, err := s.livingRun(ref)
	if err != nil {
		return err
	}
	return overAsConflict(r.Signal(sig))
}

func overAsConflict(err error) error {
	if errors.Is(err, run.ErrOver) {
		return app.Failf(app.CodeConflict, "", "the run has just ended")
	}
	return err
}
