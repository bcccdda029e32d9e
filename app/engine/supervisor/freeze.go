package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/engine/machine"
	"devservers/app/engine/server"
)

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
