package supervisor

import (
	"context"
	"time"

	"devservers/app"
	"devservers/app/engine/health"
)

// ConfirmReady is how long a server stays ready before a start or a wait reports it as ready: one that dies immediately
// has failed.
const ConfirmReady = 500 * time.Millisecond

// confirm waits until a server has been ready for ConfirmReady, or is not ready any more, and looks whether it listens.
func (m *managed) confirm(ctx context.Context) {
	m.s.mu.Lock()
	ready, serves, r := m.Status.ReadyAt, m.Serves(), m.Run
	var sub health.Listening
	if serves {
		sub = m.subject()
	}
	m.s.mu.Unlock()
	if ready == nil || !serves || time.Since(*ready) >= ConfirmReady {
		return
	}
	ctx, cancel := context.WithDeadline(ctx, ready.Add(ConfirmReady))
	defer cancel()
	left := func() bool { return m.Run != r || m.Status.State != app.Ready }
	if m.s.mu.Await(ctx, left) == nil || !sub.Must || health.Listens(sub) {
		return
	}
	served{m.s}.Silent(sub, health.Silence{Since: time.Now()})
	ctx, cancel = context.WithTimeout(m.s.ctx, time.Second)
	defer cancel()
	_ = m.s.mu.Await(ctx, left)
}
