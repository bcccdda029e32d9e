package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/engine/machine"
	"devservers/app/engine/server"
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

// freeze makes the processes of a run stand still that was not used up to a moment, and reports whether it did. A
// connection that they accepted meanwhile would wait for ever: then they continue.
func (o *overseer) freeze(unused time.Time) bool {
	o.s.update(func() { o.m.Freeze(unused) }) // first: a check that is on its way counts no more
	rec := o.r.Record()
	frozen := o.s.ice.Freeze(rec)
	if !frozen || o.s.Activity.Last(o.m.Ref, rec.Port).After(unused) {
		o.thaw()
	}
	return frozen
}

// thaw continues the processes of the run, if they stand still.
func (o *overseer) thaw() {
	o.s.ice.Thaw(o.r.Record())
	o.s.update(func() {
		if o.m.Thaw() {
			o.s.verifyFromNow()
		}
	})
}

// wake continues a run that stands still, if that answers the request w.
func (o *overseer) wake(w server.Want) bool {
	if !w.Wakes() {
		return false
	}
	o.thaw()
	o.gen = w.Gen
	o.s.update(func() { o.m.Begin(w); o.m.Slept = nil })
	o.m.keep()
	return true
}

// frozenLook is how often it is looked whether a server that stands still is used.
const frozenLook = time.Second

// watchFrozen continues a run that was used since it stands still: somebody looks at it, or a connection waits at its
// port. It returns false if it doesn't stand still.
func (o *overseer) watchFrozen(timer *time.Timer) bool {
	o.s.mu.Lock()
	since, port := o.m.Status.Frozen, o.m.Status.Port
	o.s.mu.Unlock()
	if since.IsZero() {
		return false
	}
	timer.Reset(app.UntilBeat(frozenLook))
	if viewers, last := o.s.Activity.Of(o.m.Ref); viewers > 0 || last.After(since) || machine.Waits(port) {
		o.s.Activity.Touch(o.m.Ref)
		o.thaw()
	}
	return true
}
