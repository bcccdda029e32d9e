package supervisor

import (
	"devservers/app"
	"devservers/app/console"
)

// OpenLog opens the transcript of a run; id "" means the current or last run. While it is open, the server counts as
// used.
func (s *Supervisor) OpenLog(ref app.Ref, id string) (*console.Log, error) {
	l, err := s.Glance(ref, id)
	if err == nil {
		l.Leave = s.Activity.Attend(l.Ref)
	}
	return l, err
}

// Glance is like OpenLog, but does not count as use of the server.
func (s *Supervisor) Glance(ref app.Ref, id string) (*console.Log, error) {
	now, err := s.ServerRun(ref)
	if err != nil {
		return nil, err
	}
	if id == "" && now.Run == nil {
		return nil, console.NeverRan(now.Ref, now.Kind, now.State, now.Reason)
	}
	if id == "" {
		id = now.RunID()
	}
	return console.Open(s.Kept, now.Ref, now.Run, id)
}

// Console returns the terminal of a server's run, or an error if none lives. It counts as use of the server.
func (s *Supervisor) Console(ref app.Ref) (console.Terminal, error) {
	now, err := s.ServerRun(ref)
	if err != nil {
		return console.Terminal{}, err
	}
	s.Activity.Touch(now.Ref)
	return console.TerminalOf(now.Ref, now.Run)
}
