package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/config"
)

// idleLook is how often the connections to an idle server's port are looked at. It is shorter than the minute for which
// the kernel lists a closed connection, so that short ones are also seen.
const idleLook = 15 * time.Second

// setIdle stops a server that was idle for its timeout, and otherwise sets the timer for the next look. What a running
// server needs is in use. Timers use the monotonic clock, so neither a change of the wall clock nor a suspended machine
// stops a server.
func (o *overseer) setIdle(timer *time.Timer) {
	if o.watchFrozen(timer) {
		return
	}
	o.s.mu.Lock()
	m := o.m
	freezes := m.p.Freezes(m.Spec)
	timeout, port, serves := m.p.IdleTimeout(m.Spec, m.s.global.Settings().IdleTimeout), m.Status.Port,
		m.Status.State == app.Ready || m.Status.State == app.Failing
	never := timeout <= 0 || o.s.Pins.Has(m.Ref) || !serves || m.Spec.Kind != config.KindServer || o.stopping
	needed := !never && len(m.UsedBy(o.p)) > 0
	if never || needed {
		m.countDown(nil)
	}
	o.s.mu.Unlock()
	switch {
	case never:
		timer.Reset(time.Hour)
		return
	case needed:
		o.s.Activity.Touch(m.Ref)
		timer.Reset(idleLook)
		return
	}
	now := time.Now()
	left := timeout - now.Sub(o.s.Activity.Last(m.Ref, port))
	if left <= 0 && freezes && o.freeze(now) {
		timer.Reset(frozenLook)
		return
	}
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	if left <= 0 {
		m.Ask(false, app.Actor{Kind: app.ActorIdle}, app.CauseIdle)
		return
	}
	at := time.Now().Add(left)
	m.countDown(&at)
	timer.Reset(min(left, idleLook))
}

// countDown sets when a server will be stopped for being idle; nil means not for now. mu is held.
func (m *managed) countDown(at *time.Time) {
	if m.Status.CountDown(at) {
		m.s.announce()
	}
}
