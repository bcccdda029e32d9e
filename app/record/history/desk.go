package history

import (
	"devservers/app"
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
	if id == "" {
		id = now.RunID()
	}
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
