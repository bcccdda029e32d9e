package server

import (
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/run/protocol"
)

// MostRestarts is how many automatic starts in a row there are at most.
const MostRestarts = 5

// Limits of the back-off between automatic starts.
const (
	firstPause = 500 * time.Millisecond
	maxPause   = 30 * time.Second
	steady     = 30 * time.Second // a run that was ready for this long ends the row
)

// NextRestart is what follows the end of a run.
type NextRestart string

// What follows the end of a run.
const (
	NoRestart NextRestart = ""
	Again     NextRestart = "again"
	GivenUp   NextRestart = "given up" // only the number of starts in a row prevents another one
)

// RestartRow counts the automatic starts of a server in a row.
type RestartRow struct{ Tries int }

// After returns what follows the end of a run under a policy.
func (r *RestartRow) After(rec protocol.Record, policy config.Restart) NextRestart {
	if rec.Ready != nil && rec.End.At.Sub(*rec.Ready) >= steady {
		r.Tries = 0
	}
	switch {
	case !follows(policy, rec.End):
		return NoRestart
	case r.Tries < MostRestarts:
		return Again
	}
	return GivenUp
}

// Due counts another automatic start and returns when it is due.
func (r *RestartRow) Due() *app.Retry {
	r.Tries++
	return &app.Retry{Attempt: r.Tries, Of: MostRestarts, At: time.Now().Add(pause(r.Tries))}
}

// BackOff returns a channel that fires when an automatic start is due; nil if there is none.
func BackOff(r *app.Retry) <-chan time.Time {
	if r == nil {
		return nil
	}
	return time.After(time.Until(r.At))
}

// pause returns the back-off before an attempt, counted from 1.
func pause(attempt int) time.Duration {
	return min(firstPause<<min(attempt-1, 10), maxPause)
}

// follows reports whether a policy restarts a server after this end. It never does after a requested stop, nor if the
// command cannot be executed, since trying again would not help.
func follows(policy config.Restart, e *protocol.End) bool {
	switch {
	case e.Cause == app.CauseAsked || e.Cause == app.CauseShutdown || e.Cause == app.CauseIdle || e.Error != "":
		return false
	case e.Cause == app.CauseUnhealthy: // alive.restart requested it
		return true
	case policy == config.RestartOnFailure:
		return e.Cause != app.CauseNone || e.Signal != "" || e.Code != 0
	}
	return policy == config.RestartAlways
}
