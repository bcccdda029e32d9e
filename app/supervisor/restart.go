package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/run"
	"devservers/app/words"
)

// The back-off between automatic starts, and when it is given up.
const (
	restartFirst  = 500 * time.Millisecond
	restartMost   = 30 * time.Second
	restartTries  = 5                // in a row
	restartSteady = 30 * time.Second // a run that was ready for so long ends the row
)

// byItself is who asks for an automatic start.
var byItself = app.Actor{Kind: app.ActorCrash}

// ours tells whether it was no person or program that asked for a stop, but a fault of the server itself.
func (w want) ours() bool { return w.cause == app.CauseMemory || w.cause == app.CauseUnhealthy }

// restartPause is the back-off before an attempt; the first is 1.
func restartPause(attempt int) time.Duration {
	return min(restartFirst<<min(attempt-1, 10), restartMost)
}

// restarts tells whether a policy has a server started again after such an end. What somebody asked for is no reason,
// and a command that cannot be executed does not mend itself.
func restarts(policy config.Restart, e *run.End) bool {
	switch {
	case e.Cause == app.CauseAsked || e.Cause == app.CauseShutdown || e.Cause == app.CauseIdle || e.Error != "":
		return false
	case e.Cause == app.CauseUnhealthy: // alive.restart asked for it
		return true
	case policy == config.RestartOnFailure:
		return e.Cause != app.CauseNone || e.Signal != "" || e.Code != 0
	}
	return policy == config.RestartAlways
}

// goesOn tells whether m's policy has another start follow on such an end of its run; mu is held.
func (m *managed) goesOn(rec run.Record) bool {
	if m.steady(rec) {
		m.tries = 0
	}
	return !m.gone && restarts(m.spec.Restart, rec.End) && m.tries < restartTries
}

func (m *managed) steady(rec run.Record) bool {
	return rec.Ready != nil && rec.End.At.Sub(*rec.Ready) >= restartSteady
}

// retry decides what follows the end of a run that nobody has asked for: a state, its reason, and the start that is to
// come or nil; mu is held.
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

// gaveUp tells whether it is the number of starts alone that has none follow.
func (m *managed) gaveUp(rec run.Record) bool {
	return !m.gone && restarts(m.spec.Restart, rec.End) && m.tries >= restartTries
}

// due is closed when the automatic start is to come; nil = there is none.
func due(r *app.Retry) <-chan time.Time {
	if r == nil {
		return nil
	}
	return time.After(time.Until(r.At))
}

// calledOff ends the wait for an automatic start, or for what a start needs: somebody wants the server down.
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

// resume goes on where the manager before this one was: in a back-off, or beside a run that nobody saw end.
func (m *managed) resume(r *run.Run) {
	kept, ok := m.s.keeps.get(m.ref)
	if !ok || kept.Run != r.Record().ID {
		return
	}
	m.s.update(func() {
		m.tries = kept.Tries
		if kept.Waits { // that one was not made
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

// keep notes for the next manager whether something follows m's end, and where its row of starts is. Only m's goroutine
// calls it.
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
