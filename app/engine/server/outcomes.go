package server

import (
	"context"
	"iter"
	"maps"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/words"
	"devservers/app/engine/health"
)

// Outcome is what the facts of a server contain that the record of its run doesn't: why a start was refused, that the
// automatic starts were given up, and since when it is failing or another process serves it.
type Outcome struct {
	Run       string         `json:"run"` // the current or last run
	State     app.State      `json:"state"`
	Since     time.Time      `json:"since"`
	Reason    words.Reason   `json:"reason"`
	Failure   *app.Error     `json:"failure,omitempty"`
	Silent    health.Silence `json:"silent,omitzero"`
	Unhealthy string         `json:"unhealthy,omitempty"`
}

// outcome returns what the next manager can't read from the run, and whether there is something. A retry is kept by
// Restarts.
func (f *Facts) outcome() (o Outcome, is bool) {
	is = f.State == app.Failing || f.State == app.External || f.State == app.Failed && f.Retry == nil
	return Outcome{Run: f.Run, State: f.State, Since: f.Since, Reason: f.Reason, Failure: f.Failure, Silent: f.Silent,
		Unhealthy: f.Unhealthy}, is
}

// Restore adds the outcome that an earlier manager saved to the facts of the same run. silent is whether a living run
// still doesn't listen; checked, whether it has a liveness check, which will look again.
func (f *Facts) Restore(o Outcome, silent, checked bool) {
	switch {
	case o.Run != f.Run:
	case o.State == app.Failing && f.State.Up():
		if f.Silent.Any() == silent && o.Silent.Any() && (silent || o.Silent.Deaf) {
			f.Silent = o.Silent
		}
		if checked {
			f.Unhealthy = o.Unhealthy
		}
		if f.Serve(); f.State == o.State {
			f.Since = o.Since
		}
	case o.State == app.External && !f.State.Up():
		f.State, f.Reason, f.Since, f.ReadyAt = o.State, o.Reason, o.Since, new(o.Since)
	case o.State == app.Failed && !f.State.Up() && f.Retry == nil:
		if o.Reason.Kind == words.NotStarted { // the run that ended before is not what failed
			f.LastRun = app.LastRun{Run: f.Run, Actor: f.Actor, For: f.For}
		}
		f.State, f.Reason, f.Since, f.Failure = o.State, o.Reason, o.Since, o.Failure
	}
}

// Outcomes keeps the outcome of each server that has one, by project/server, for the next manager.
type Outcomes struct {
	store *home.Store[map[string]Outcome]
}

// OpenOutcomes reads them. If the file is damaged, there are none.
func OpenOutcomes(file string) *Outcomes {
	return &Outcomes{home.OpenStore[map[string]Outcome](file, home.WriteFast)}
}

// Of returns what an earlier manager saved of a server.
func (o *Outcomes) Of(ref app.Ref) Outcome { return o.store.Get()[ref.String()] }

// Keep saves the outcomes after each change, at most 20 times per second. look calls its argument for each server; what
// can't be saved is tried at the next change.
func (o *Outcomes) Keep(ctx context.Context, changes iter.Seq[struct{}], look func(func(app.Ref, *Facts))) {
	for range changes {
		now := map[string]Outcome{}
		look(func(ref app.Ref, f *Facts) {
			if out, is := f.outcome(); is {
				now[ref.String()] = out
			}
		})
		if !maps.Equal(now, o.store.Get()) {
			_ = o.store.Replace(func() map[string]Outcome { return now })
		}
		app.Pause(ctx, 50*time.Millisecond)
	}
}
