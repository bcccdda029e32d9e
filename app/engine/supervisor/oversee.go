package supervisor

import (
	"context"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/engine/health"
	"devservers/app/engine/machine"
	"devservers/app/engine/server"
	"devservers/app/record/history"
	"devservers/app/run"
	"devservers/app/run/protocol"
)

// oversee follows a run to its end, or until another run is wanted. It returns the number of the last request that was
// handled.
func (m *managed) oversee(r *run.Run, gen int) int {
	ctx, cancel := context.WithCancel(m.s.ctx)
	defer cancel()
	rec := r.Record()
	o := &overseer{s: m.s, p: m.p, m: m, r: r, gen: gen, ready: rec.Ready != nil, stopping: rec.Stop != nil,
		news: m.watchProbe(ctx, r)}
	idle := time.NewTimer(time.Hour)
	defer idle.Stop()
	for {
		changed := r.Changed()
		w, wanted := o.latest()
		if r.Gone() {
			rec := r.Record()
			failure := o.failure(rec)
			if o.justEnded(rec) {
				o.over(rec, failure)
			}
			o.note(w)
			return o.conclude(rec, failure)
		}
		others := o.s.Changed()
		if !o.follow(w, r.Record()) {
			others = nil
		}
		o.verify()
		o.setIdle(idle)
		select {
		case <-others:
		case <-changed:
		case <-wanted:
		case <-r.Done():
		case n := <-o.news:
			o.heard(n)
		case <-idle.C:
		case <-m.s.ctx.Done():
			r.Release()
			return o.gen
		}
	}
}

// overseer is the state of one call of oversee.
type overseer struct {
	s        *Supervisor
	p        *managedProject
	m        *managed
	r        *run.Run
	gen      int
	noted    int // the last request that is on disk
	stopping bool
	ready    bool // it has been ready
	news     <-chan health.News
}

// latest returns the latest request, and a channel that is closed at the next one.
func (o *overseer) latest() (server.Want, <-chan struct{}) {
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	return o.m.Want, o.m.Wanted()
}

// follow updates the status from what is wanted and from what the holder reports. It reports whether a stop waits for
// others.
func (o *overseer) follow(w server.Want, rec protocol.Record) (held bool) {
	if o.justEnded(rec) {
		o.over(rec, o.failure(rec))
	}
	o.mute(rec)
	o.note(w)
	if w.Gen > o.gen && !o.stopping {
		if o.wake(w) {
			return false
		}
		if o.held(w) {
			return true
		}
		o.stopping = true
		o.stop(w)
	}
	return false
}

// note records a request that is newer than the run, also while it stops: a later manager completes it.
func (o *overseer) note(w server.Want) {
	if w.Gen > o.gen && o.noted != w.Gen {
		o.noted = w.Gen
		o.m.note(w)
	}
}

// justEnded reports whether the command has ended, and over has not recorded it.
func (o *overseer) justEnded(rec protocol.Record) bool {
	return rec.Over() && o.m.Status.Exit == nil
}

// over records that the command has ended, and the failure if it was a start's. It may be that the rest of its tree has
// not ended.
func (o *overseer) over(rec protocol.Record, failure *app.Error) {
	lost := failure != nil && o.lostPort(rec)
	o.s.update(func() {
		o.m.Status.Exit = history.ExitOf(rec.End)
		if lost && o.m.AskAgain(o.gen) {
			failure = nil // the next run has the answer
		}
		o.m.Status.Failure = failure
		if !o.stopping {
			o.m.Status.To(app.Stopping, words.Reason{Kind: words.EndingRest, Ended: history.End(rec)})
		}
	})
	o.stopping = true
}

// held reports whether a stop has to wait because a server that needs this one is also stopping and has not ended.
func (o *overseer) held(w server.Want) bool {
	if w.Up {
		return false
	}
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	names := o.m.HeldBy(o.p)
	if len(names) == 0 {
		return false
	}
	if reason := (words.Reason{Kind: words.WaitsForStop, About: words.And(names)}); o.m.Status.Reason != reason {
		o.m.Status.Reason = reason
		o.s.announce()
	}
	return true
}

// mute shows whether the holder answers.
func (o *overseer) mute(rec protocol.Record) {
	since := o.r.Silent()
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	if o.m.Status.Mute(since, rec.Holder.PID) {
		o.s.announce()
	}
}

// stop requests that the holder end the tree, because another run is wanted, or none.
func (o *overseer) stop(w server.Want) {
	o.s.mu.Lock()
	how := o.m.Spec.Stop
	o.s.mu.Unlock()
	o.thaw()
	cause := w.Cause
	if w.Up {
		cause = app.CauseAsked
	}
	o.s.update(func() { o.m.Status.To(app.Stopping, words.Reason{Kind: words.Stopping, Within: how.Timeout}) })
	err := o.r.Stop(protocol.StopRequest{Signal: how.Signal, Timeout: how.Timeout, Cause: cause,
		By: protocol.Actor(w.Actor)})
	if err != nil {
		o.s.log.Warn("the holder could not be asked to stop", "server", o.m.Ref.String(), "error", err)
	}
}

// heard handles what the probe has found.
func (o *overseer) heard(n health.News) {
	if n.Alive {
		o.ail(n)
		return
	}
	if n.Ready && !o.ready {
		o.ready = true
		if err := o.r.MarkReady(n.At); err != nil {
			o.s.log.Warn("cannot note that a run is ready", "server", o.m.Ref.String(), "error", err)
		}
	}
	defer o.s.verifyFromNow()
	o.s.update(func() {
		if !o.stopping {
			o.m.Heard(n)
		}
	})
}

// conclude records how the run ended, once nothing is left of it.
func (o *overseer) conclude(rec protocol.Record, failure *app.Error) int {
	var handled int
	o.s.Meter.Ended(o.m.Ref)
	o.s.update(func() {
		handled = o.m.Conclude(o.p, rec, o.gen, failure)
		o.m.roomy = o.m.Want.Up
	})
	o.s.ice.Forget(rec.ID)
	o.m.keep()
	if id := o.p.id; o.s.Files.IsRemoved(id) {
		o.s.Go(func(ctx context.Context) { o.s.forgetRemoved(ctx, id) })
	}
	return handled
}

// failure returns the error of a start whose run ended before it was ready; nil if it was ready or was stopped.
func (o *overseer) failure(rec protocol.Record) *app.Error {
	if rec.End == nil || o.ready || rec.Kind == string(config.KindTask) || rec.End.Cause == app.CauseAsked ||
		rec.End.Cause == app.CauseShutdown {
		return nil
	}
	e := history.EndedEarly(o.m.Ref, o.r.Dir, rec)
	machine.Running(o.s.holders).Blame(o.m.Ref, rec, e)
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	o.m.Explain(e, rec)
	return e
}
