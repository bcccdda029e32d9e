package server

import (
	"devservers/app"
	"devservers/app/config"
	"devservers/app/engine/health"
)

// Serves reports whether s was ready and has a port.
func (s *Server) Serves() bool {
	return s.Status.Served() && s.Run != nil && s.Spec.Kind == config.KindServer
}

// Listening returns s, which serves, for the one that looks whether it listens. erred: its output has errors.
func (s *Server) Listening(erred bool) health.Listening {
	ready, rec := s.Spec.Ready, s.Run.Record()
	return health.Listening{
		Ref: s.Ref, Run: s.Run, Holder: rec.Holder.PID, Port: rec.Port, Erred: erred, Told: s.Status.Silent,
		Must:    health.LooksAt(ready, rec.Port),
		Outside: health.Outside(ready, rec.Argv, rec.Port),
	}
}

// Verify brings the state of a run that was ready in line with what was seen of it, and reports whether that is news.
func (s *Server) Verify() (news bool) {
	if st := s.Status.State; s.Spec.Kind.IsTask() || st != app.Ready && st != app.Failing {
		return false
	}
	before := s.Status
	s.Status.Serve()
	return before.State != s.Status.State || before.Reason != s.Status.Reason
}

// Heard records what the probe has found of the readiness of s.
func (s *Server) Heard(n health.News) {
	st := &s.Status
	if !n.Ready {
		st.Reason, st.Failure = n.Why, n.Failure
		return
	}
	st.Remark = n.Why
	st.Serve()
	st.ReadyAt, st.URL, st.Failure = &n.At, n.URL, nil
}

// Checked records the result of a liveness check of the run that the request gen started. It requests the end of the
// run if `alive:` requests a restart.
func (s *Server) Checked(n health.News, gen int) {
	s.Status.Unhealthy = n.Unhealthy
	if st := s.Status.State; st == app.Ready || st == app.Failing {
		s.Status.Serve()
	}
	if n.Restart && s.Want.Up && s.Want.Gen == gen {
		s.Status.Over = n.Unhealthy
		s.Ask(false, ByItself, app.CauseUnhealthy)
	}
}
