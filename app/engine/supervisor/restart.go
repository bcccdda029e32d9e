package supervisor

import (
	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/engine/server"
	"devservers/app/run"
	"devservers/app/run/protocol"
)

// after returns what the policy of m does once a run has ended; mu is held.
func (m *managed) after(rec protocol.Record) server.NextRestart {
	if m.Gone {
		return server.NoRestart
	}
	return m.row.After(rec, m.Spec.Restart)
}

// retry decides what follows the end of a run that nobody requested. It returns the state, its reason, and the next
// start, or nil if there is none; mu is held.
func (m *managed) retry(rec protocol.Record) (app.State, words.Reason, *app.Retry) {
	state, reason := server.AfterEnd(rec)
	switch m.after(rec) {
	case server.Again:
		return app.Failed, reason, m.row.Due()
	case server.GivenUp:
		reason.GaveUp = server.MostRestarts
	}
	return state, reason, nil
}

// calledOff ends the wait for an automatic start, or for the needs of a start, because a stop was requested.
func (m *managed) calledOff(w server.Want) {
	m.s.update(func() {
		m.Seen = w.Gen
		m.Status.CalledOff()
	})
	m.keep()
}

// resume continues where the previous manager stopped: with a request that it had not carried out, in a back-off, or
// with a run whose end nobody saw. r is the last run, which is over; nil if there is none.
func (m *managed) resume(r *run.Run) {
	kept, ok := m.s.restarts.Get(m.Ref)
	m.left = kept
	if !ok || r == nil || kept.Pending(r.Record().ID) || kept.Asked == "" && kept.Run != r.Record().ID {
		return
	}
	m.s.update(func() {
		m.row.Tries = kept.Tries
		if kept.Waits { // this start was never made
			m.row.Tries--
		}
		state, reason, retry := m.retry(r.Record())
		m.Status.To(state, reason)
		m.Status.Retry, m.Want.Up = retry, retry != nil
		if !kept.Waits {
			m.RaiseAfterStop(m.p, *m.Status.Actor)
		}
	})
	m.keep()
}

// complete makes the request that the previous manager had not carried out. It waits until all runs are adopted: a
// start may need other servers, which may run.
func (m *managed) complete() {
	if !m.left.Pending(m.Status.Run) {
		return
	}
	select {
	case <-m.s.adopted:
	case <-m.s.ctx.Done():
		return
	}
	m.s.update(func() {
		if m.Want.Gen == 0 {
			m.Ask(m.left.Asked == server.RestartStart, m.left.By, app.CauseAsked)
		}
	})
}

// note records a request before anything is done for it, for the next manager to complete. Tasks are not repeated.
func (m *managed) note(w server.Want) {
	e := server.RestartEntry{Run: m.Status.Run, Tries: m.row.Tries, Asked: server.Stop, By: w.Actor}
	if w.Up {
		e.Asked = server.RestartStart
	}
	if !m.isServer() || m.put(e) {
		m.s.update(func() { m.Noted = w.Gen })
	}
}

// keep records for the next manager that m is wanted up, and its number of automatic starts in a row. Only m's
// goroutine calls it.
func (m *managed) keep() {
	m.s.mu.Lock()
	e := server.RestartEntry{Run: m.Status.Run, Tries: m.row.Tries, Waits: m.Status.Retry != nil}
	up, newer := m.Want.Up, m.Want.Gen > m.Seen
	m.s.mu.Unlock()
	switch {
	case newer: // it is noted, or will be
	case up && m.isServer():
		m.put(e)
	default:
		m.s.restarts.Forget(m.Ref)
	}
}

func (m *managed) isServer() bool {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	return m.Spec.Kind == config.KindServer
}

// put saves an entry, now or later.
func (m *managed) put(e server.RestartEntry) (saved bool) {
	err := m.s.restarts.Put(m.Ref, e)
	if err != nil {
		m.s.log.Warn("cannot note what is wanted of a server; trying again", "server", m.Ref.String(), "error", err)
	}
	return err == nil
}
