package history

import (
	"errors"
	"os"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/run"
	"devservers/app/transcript"
)

// Log is one reader's view of a run's transcript.
type Log struct {
	*transcript.Reader
	Ref   app.Ref
	Run   string
	Leave func()   // called by Close; nil = nothing
	live  *run.Run // nil if the run was already over
}

// openLog opens the transcript of a run of a server; last is its current or last run, or nil.
func openLog(kept Runs, ref app.Ref, last *run.Run, id string) (*Log, error) {
	dir, err := kept.RunDir(ref, id)
	if err != nil {
		return nil, err
	}
	t, err := transcript.Open(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, app.Failf(app.CodeNotFound, "", "the output of run %s is no longer stored", id)
	}
	if err != nil {
		return nil, err
	}
	l := &Log{Reader: t, Ref: ref, Run: id}
	if last != nil && last.Record().ID == id {
		l.live = last
	}
	return l, nil
}

// neverRan returns the error for a server or task without a run; reason is what a start waits for.
func neverRan(ref app.Ref, kind config.Kind, state app.State, reason string) *app.Error {
	if state == app.Waiting || state == app.Starting {
		return app.Failf(app.CodeNotFound, "look again once it runs: devservers wait "+ref.String(), "%s has not run yet: %s",
			ref, reason)
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

// Terminal returns the terminal of this run, or an error if the run has ended. A later run of the server never gets
// what is typed into it.
func (l *Log) Terminal() (Terminal, error) {
	if l.Over() {
		return Terminal{}, app.Failf(app.CodeConflict, "start it: devservers start "+l.Ref.String(), "the run %s has ended",
			l.Run)
	}
	return Terminal{l.live}, nil
}

// Close closes the transcript's files.
func (l *Log) Close() error {
	if l.Leave != nil {
		l.Leave()
	}
	return l.Reader.Close()
}
