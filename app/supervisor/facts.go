package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/words"
)

// facts is the actual state of one server or task. Only its goroutine writes them. A Status for clients is made from
// them and from what other parts own; the engine never reads a Status.
type facts struct {
	State     app.State
	Reason    words.Reason
	Since     time.Time // when the state began
	URL       string
	Port      int
	Run       string // the current or last run
	PID       int    // of the command, while it lives
	StartedAt *time.Time
	ReadyAt   *time.Time
	EndedAt   *time.Time
	Exit      *app.Exit
	Actor     *app.Actor // who started it
	Failure   *app.Error // why the last start failed
	Retry     *app.Retry // in backoff: the next automatic start
	Unhealthy string     // why a server that was ready fails its alive: check
	IdleStop  *time.Time
}

// shown returns a Status with these facts.
func (f facts) shown() app.Status {
	return app.Status{
		State: f.State, Reason: f.Reason.String(), Since: f.Since, URL: f.URL, Port: f.Port, Run: f.Run, PID: f.PID,
		StartedAt: f.StartedAt, ReadyAt: f.ReadyAt, EndedAt: f.EndedAt, Exit: f.Exit, Actor: f.Actor,
		Failure: f.Failure, Retry: f.Retry, Unhealthy: f.Unhealthy, IdleStop: f.IdleStop,
	}
}
