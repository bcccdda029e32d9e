package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/facts"
	"devservers/app/restarts"
	"devservers/app/run"
	"devservers/app/words"
)

// byItself is the actor of an automatic start.
var byItself = app.Actor{Kind: app.ActorCrash}

// ours reports whether a fault of the server itself caused a stop, not a request of a person or program.
func (w want) ours() bool { return w.cause == app.CauseMemory || w.cause == app.CauseUnhealthy }

// after returns what the policy of m does once a run has ended; mu is held.
func (m *managed) after(rec run.Record) restarts.Next {
	if m.gone {
		return restarts.Nothing
	}
	return m.row.After(rec, m.spec.Restart)
}

// retry decides what follows the end of a run that nobody requested. It returns the state, its reason, and the next
// start, or nil if there is none; mu is held.
func (m *managed) retry(rec run.Record) (app.State, words.Reason, *app.Retry) {
	state, reason := facts.AfterEnd(rec)
	switch m.after(rec) {
	case restarts.Again:
		return app.Failed, reason, m.row.Due()
	case restarts.GivenUp:
		reason.GaveUp = restarts.Most
	}
	return state, reason, nil
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
		m.seen = w.gen
		m.status.CalledOff()
	})
	m.keep()
}

// resume continues where the previous manager stopped: in a back-off, or with a run whose end nobody saw.
func (m *managed) resume(r *run.Run) {
	kept, ok := m.s.restarts.Get(m.ref)
	if !ok || kept.Run != r.Record().ID {
		return
	}
	m.s.update(func() {
		m.row.Tries = kept.Tries
		if kept.Waits { // this start was never made
			m.row.Tries--
		}
		state, reason, retry := m.retry(r.Record())
		m.status.To(state, reason)
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
	k := restarts.Entry{Run: m.status.Run, Tries: m.row.Tries, Waits: m.status.Retry != nil}
	up := m.want.up && (m.spec.Restart != config.RestartNo || len(m.spec.AfterStop) > 0)
	m.s.mu.Unlock()
	if !up {
		m.s.restarts.Forget(m.ref)
	} else if err := m.s.restarts.Put(m.ref, k); err != nil {
		m.s.log.Warn("cannot note that a server is to be kept up", "server", m.ref.String(), "error", err)
	}
}
