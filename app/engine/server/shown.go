package server

import (
	"devservers/app"
	"devservers/app/record/history"
)

// Shown returns the status of s, as far as its declaration, what is wanted and its facts say it.
func (s *Server) Shown() app.Status {
	st := s.Status.shown()
	st.Project, st.Name, st.Kind = s.Ref.Project, s.Ref.Name, s.Spec.Kind
	st.Want = map[bool]string{true: "up", false: "down"}[s.Want.Up]
	st.WatchOff = s.Guard.ignoring()
	st.Autostart, st.Command, st.Dir, st.BorrowedEnvFiles = s.Spec.Autostart, s.Spec.Command.Source, s.Spec.WorkingDir,
		s.Spec.Borrowed
	if s.Spec.Port.Number != 0 {
		st.DeclaredPort = s.Spec.Declared
	}
	st.Unmanaged, st.BrowserLogs, st.Arguments = s.Outside, s.Spec.BrowserLogs, s.Spec.Arguments
	return st
}

// WithRun returns s with its current or last run, for the ones that follow runs. root is the directory of its project.
func (s *Server) WithRun(root string) history.Subject {
	st := &s.Status
	return history.Subject{
		Ref: s.Ref, Kind: s.Spec.Kind, Root: root, Run: s.Run, State: st.State, Reason: st.Reason.String(), Since: st.Since,
		StartedAt: st.StartedAt, ReadyAt: st.ReadyAt, EndedAt: st.EndedAt,
		WatchOff: s.Guard.ignoring(), URL: st.URL, Check: s.Spec.Check, ReadyPage: s.Spec.Ready.Page(),
		BrowserLogs:   s.Spec.BrowserLogs,
		EndedByItself: st.EndedAt != nil && !st.State.Up() && st.Exit.ByItself(),
		Due:           s.Launches.owed > 0 || s.Want.Up && (s.Pending() || s.Launches.Now),
		Watching:      st.State.Up() || s.WaitsForFix() || s.Want.Up && s.Pending(),
		Watched:       s.Spec.Watched,
	}
}
