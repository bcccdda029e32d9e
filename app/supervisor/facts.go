package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/words"
)

// facts are what is so of one server or task. Its goroutine alone writes them. A Status for the doors is made of them
// and of what other parts own; the engine never reads a Status.
type facts struct {
	State     app.State
	Reason    words.Reason
	Since     time.Time // of the state
	URL       string
	Port      int
	Run       string // the current or the last one
	PID       int    // of the command, while it lives
	StartedAt *time.Time
	ReadyAt   *time.Time
	EndedAt   *time.Time
	Exit      *app.Exit
	Actor     *app.Actor // who started it
	Failure   *app.Error // why the last start failed
	Retry     *app.Retry // in backoff: the automatic start that follows
	Unhealthy string     // what is wrong with a server that was ready, as alive: says
	IdleStop  *time.Time
}

// shown is a Status with these facts.
func (f facts) shown() app.Status {
	return app.Status{
		State: f.State, Reason: f.Reason.String(), Since: f.Since, URL: f.URL, Port: f.Port, Run: f.Run, PID: f.PID,
		StartedAt: f.StartedAt, ReadyAt: f.ReadyAt, EndedAt: f.EndedAt, Exit: f.Exit, Actor: f.Actor,
		Failure: f.Failure, Retry: f.Retry, Unhealthy: f.Unhealthy, IdleStop: f.IdleStop,
	}
}
