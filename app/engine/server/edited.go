package server

import (
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// Launches counts the starts of runs.
type Launches struct {
	Count  int
	Now    bool // a run is being started: it may have read its files before or after an edit
	edited bool // a restart for an edit is about to be requested
	owed   int  // restarts for edits that are not requested yet
}

// Launch records that a run is being started.
func (s *Server) Launch() {
	s.Status.To(app.Starting, words.Reason{})
	s.Launches.Now = true
	s.Launches.Count++
}

// WatchedEdit is a restart for an edit of files that a server watches.
type WatchedEdit struct {
	Wait     time.Duration // before it
	Files    []string
	launches int // before the edit
}

// Edited returns the restart for an edit of files at a moment, if s watches one of them. A pending restart also reads
// this edit.
func (s *Server) Edited(files []string, at time.Time) (e WatchedEdit, restarts bool) {
	mine := s.Spec.Watched(files)
	if len(mine) == 0 || !s.takesEdits() {
		return e, false
	}
	started := s.Status.StartedAt
	if s.Launches.Now {
		started = nil
	}
	ok, wait := s.Guard.Allows(mine[0], at, s.Status.Actor, started)
	if !ok || s.Launches.edited {
		return e, false
	}
	s.Launches.edited, s.Launches.owed = wait == 0, s.Launches.owed+1
	return WatchedEdit{wait, mine, s.Launches.Count}, true
}

// RestartFor requests the restart e, unless it would fail before anything is stopped: then the running process is kept.
// After a wait it does so only if s was not launched meanwhile.
func (s *Server) RestartFor(e WatchedEdit, fail *app.Error) {
	switch {
	case e.Wait != 0 && s.Launches.Count != e.launches || !s.takesEdits():
	case fail != nil:
		s.Guard.Kept = words.NotRestarted(words.Files(e.Files), fail.Detail)
	default:
		s.Guard.Kept = ""
		s.Ask(true, app.Actor{Kind: app.ActorWatch, Client: words.Files(e.Files)}, "")
	}
}

// Due records that the restart e, which was pending, is decided about now.
func (s *Server) Due(e WatchedEdit) {
	s.Launches.edited, s.Launches.owed = s.Launches.edited && e.Wait != 0, s.Launches.owed-1
}

// takesEdits reports whether an edit matters to s: it has a run that has begun, or it ended on its own and is not
// started yet.
func (s *Server) takesEdits() bool {
	if s.Gone || s.Pending() {
		return false
	}
	return s.WaitsForFix() || s.Want.Up && (s.Status.PID != 0 || s.Launches.Now) && s.Status.State != app.Stopping
}
