package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/run"
	"devservers/app/words"
)

// Limits of the back-off between automatic starts.
const (
	restartFirst  = 500 * time.Millisecond
	restartMost   = 30 * time.Second
	restartTries  = 5                // in a row
	restartSteady = 30 * time.Second // a run that was ready for this long ends the row
)

// byItself is the actor of an automatic start.
var byItself = app.Actor{Kind: app.ActorCrash}

// ours reports whether a fault of the server itself caused a stop, not a request of a person or program.
func (w want) ours() bool { return w.cause == app.CauseMemory || w.cause == app.CauseUnhealthy }

// restartPause returns the back-off before an attempt, counted from 1.
func restartPause(attempt int) time.Duration {
	return min(restartFirst<<min(attempt-1, 10), restartMost)
}

// restarts reports whether a policy restarts a server after this end. It never does after a requested stop, nor if the
// command cannot be executed, since trying again would not help.
func restarts(policy config.Restart, e *run.End) bool {
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

// goesOn reports whether m's policy starts another run after this one; mu is held.
func (m *managed) goesOn(rec run.Record) bool {
	if m.steady(rec) {
		m.tries = 0
	}
	return !m.gone && restarts(m.spec.Restart, rec.End) && m.tries < restartTries
}

func (m *managed) steady(rec run.Record) bool {
	return rec.Ready != nil && rec.End.At.Sub(*rec.Ready) >= restartSteady
}

// retry decides what follows the end of a run that nobody requested. It returns the state, its reason, and the next
// start, or nil if there is none; mu is held.
func (m *managed) retry(rec run.Record) (app.State, words.Reason, *app.Retry) {
	state, reason := endState(rec)
	switch {
	case m.goesOn(rec):
		m.tries++
		return app.Backoff, reason, &app.Retry{Attempt: m.tries, Of: restartTries, At: time.Now().Add(restartPause(m.tries))}
	case m.gaveUp(rec):
		reason.GaveUp = restartTries
	}
	return state, reason, nil
}

// gaveUp reports whether only the number of starts prevents another one.
func (m *managed) gaveUp(rec run.Record) bool {
	return !m.gone && restarts(m.spec.Restart, rec.End) && m.tries >= restartTries
}

// due returns a channel that fires when the automatic start is due; nil if there is none.
func due(r *app.Retry) <-chan time.Time {
	if r == nil {
		return nil
	}
	return time.After(time.Until(r.At))
}

// calledOff ends the wait for an automatic start, or for the needs of a start, because a stop was requested.
func (m *managed) calledOff(w want) {
	m.s.update(func() {
		m.seen, m.crashed = w.gen, false
		if m.status.State == app.Backoff || m.status.State == app.Starting {
			m.to(app.Stopped, words.Reason{})
		}
		m.status.Retry = nil
	})
	m.keep()
}

// resume continues where the previous manager stopped: in a back-off, or with a run whose end nobody saw.
func (m *managed) resume(r *run.Run) {
	kept, ok := m.s.keeps.get(m.ref)
	if !ok || kept.Run != r.Record().ID {
		return
	}
	m.s.update(func() {
		m.tries = kept.Tries
		if kept.Waits { // this start was never made
			m.tries--
		}
		state, reason, retry := m.retry(r.Record())
		m.to(state, reason)
		m.status.Retry, m.want.up = retry, retry != nil
		if !kept.Waits {
			m.p.raiseAfterStop(m, *m.status.Actor)
		}
	})
	m.keep()
}

// keep records for the next manager whether something follows m's end, and its number of automatic starts in a row.
// Only m's goroutine calls it.
func (m *managed) keep() {
	m.s.mu.Lock()
	k := keepUp{Run: m.status.Run, Tries: m.tries, Waits: m.status.Retry != nil}
	up := m.want.up && (m.spec.Restart != config.RestartNo || len(m.spec.AfterStop) > 0)
	m.s.mu.Unlock()
	if !up {
		m.s.keeps.forget(m.ref)
	} else if err := m.s.keeps.put(m.ref, k); err != nil {
		m.s.log.Warn("cannot note that a server is to be kept up", "server", m.ref.String(), "error", err)
	}
}
