package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/engine/ports"
	"devservers/app/engine/server"
)

// tree returns the processes of the run.
func (o *overseer) tree() process.Tree {
	rec := o.r.Record()
	return process.Tree{ID: rec.ID, Holder: rec.Holder.PID, State: rec.State}
}

// freeze makes the processes of a run stand still that was not used up to a moment, and reports whether they do.
func (o *overseer) freeze(unused time.Time) bool {
	if err := o.s.ice.Freeze(o.r.Record().ID, o.tree()); err != nil {
		o.s.log.Warn("cannot freeze an idle server: it is stopped", "server", o.m.Ref.String(), "error", err)
		o.thaw()
		return false
	}
	o.s.update(func() {
		o.m.Status.Freeze(unused)
		o.m.checkAnew()
	})
	return true
}

// thaw continues the processes of the run, if they stand still.
func (o *overseer) thaw() {
	if id := o.r.Record().ID; o.s.ice.Has(id) {
		if err := o.s.ice.Thaw(id, o.tree()); err != nil {
			o.s.log.Warn("cannot note that a server continues", "server", o.m.Ref.String(), "error", err)
		}
	}
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	if !o.m.Status.Frozen.IsZero() {
		o.m.Status.Thaw()
		o.m.checkAnew()
		o.s.announce()
		o.s.verifyFromNow()
	}
}

// wake continues a run that stands still, if that answers the request w.
func (o *overseer) wake(w server.Want) bool {
	o.s.mu.Lock()
	frozen := !o.m.Status.Frozen.IsZero()
	o.s.mu.Unlock()
	if !frozen || !w.Wakes() {
		return false
	}
	o.thaw()
	o.gen = w.Gen
	o.s.update(func() { o.m.Seen, o.m.Begun, o.m.Raised, o.m.slept = w.Gen, w.Gen, nil, nil })
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
	viewers, last := o.s.Activity.Of(o.m.Ref)
	if viewers > 0 || last.After(since) || ports.Waits(port) {
		o.s.Activity.Touch(o.m.Ref)
		o.thaw()
		timer.Reset(idleLook)
		return true
	}
	timer.Reset(app.UntilBeat(frozenLook))
	return true
}
