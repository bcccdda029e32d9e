package supervisor

import (
	"devservers/app"
	"devservers/app/config"
	"devservers/app/run"
	"devservers/app/transcript"
)

// Log is one reader's view of a run's transcript. While a Log from OpenLog is open, the server counts as used.
type Log struct {
	*transcript.Reader
	Ref   app.Ref
	Run   string
	live  *run.Run // nil if the run was already over
	leave func()
}

// OpenLog opens the transcript of a run; id "" means the current or last run.
func (s *Supervisor) OpenLog(ref app.Ref, id string) (*Log, error) {
	l, err := s.Glance(ref, id)
	if err == nil {
		l.leave = s.Activity.Attend(l.Ref)
	}
	return l, err
}

// Glance is like OpenLog, but does not count as use of the server.
func (s *Supervisor) Glance(ref app.Ref, id string) (*Log, error) {
	_, m, err := s.server(ref)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	r, st, kind := m.run, m.status, m.spec.Kind
	s.mu.Unlock()
	if id == "" {
		if r == nil {
			return nil, neverRan(m.ref, st, kind)
		}
		id = r.Record().ID
	}
	dir, err := s.Kept.RunDir(m.ref, id)
	if err != nil {
		return nil, err
	}
	t, err := transcript.Open(dir)
	if missing(err) {
		return nil, app.Failf(app.CodeNotFound, "", "the output of run %s is no longer stored", id)
	}
	if err != nil {
		return nil, err
	}
	l := &Log{Reader: t, Ref: m.ref, Run: id, leave: func() {}}
	if r != nil && r.Record().ID == id {
		l.live = r
	}
	return l, nil
}

func neverRan(ref app.Ref, st facts, kind config.Kind) *app.Error {
	if st.State == app.Starting {
		return app.Failf(app.CodeNotFound, "look again once it runs: devservers wait "+ref.String(), "%s has not run yet: %s", ref, st.Reason)
	}
	command := "start"
	if kind == config.KindTask {
		command = "run"
	}
	return app.Failf(app.CodeNotFound, "start it: devservers "+command+" "+ref.String(), "%s has not run yet", ref)
}

// Changed returns a channel that is closed when the run has printed more or is over. Get it, then read, then wait for
// it.
func (l *Log) Changed() <-chan struct{} {
	if l.live == nil {
		return nil
	}
	changed := l.live.Printed()
	if !l.live.Gone() {
		l.Arm()
	}
	return changed
}

// Over reports whether the run has ended and nothing more will come.
func (l *Log) Over() bool { return l.live == nil || l.live.Gone() }

// Close closes the transcript's files.
func (l *Log) Close() error {
	l.leave()
	return l.Reader.Close()
}
