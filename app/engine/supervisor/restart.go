package supervisor

import (
	"devservers/app"
	"devservers/app/config"
	"devservers/app/engine/server"
	"devservers/app/run"
)

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
	if !ok || r == nil || !kept.Concerns(r.Record().ID) {
		return
	}
	m.s.update(func() { m.Resume(m.p, r.Record(), kept) })
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
	if !m.isServer() || m.put(m.EntryOf(w)) {
		m.s.update(func() { m.Noted = w.Gen })
	}
}

// keep records for the next manager that m is wanted up, and its number of automatic starts in a row. Only m's
// goroutine calls it.
func (m *managed) keep() {
	m.s.mu.Lock()
	e, up, newer := m.Entry(), m.Want.Up, m.Want.Gen > m.Seen
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
