package health

import (
	"context"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/engine/machine"
)

// stayAlive checks a run that was ready until ctx ends, always with the check that applies at the moment.
func (p *Probe) stayAlive(ctx context.Context) {
	for ctx.Err() == nil {
		alive, changed := p.t.Alive()
		p.keepLooking(ctx, alive, changed)
	}
}

// keepLooking checks a run until the check changes or ctx ends. It sends news when the check begins to fail, and when
// the run passes it for the first time or again.
func (p *Probe) keepLooking(ctx context.Context, alive config.Alive, changed <-chan struct{}) {
	check := *p
	check.t.Server.Ready, check.on = alive.Ready, machine.On
	failed, passed := 0, false
	for untilNext(ctx, alive, changed) {
		failing, why := check.fails(ctx, alive)
		if ctx.Err() != nil {
			return
		}
		if app.IsClosed(changed) { // the server may have been frozen during the check
			break
		}
		if failing {
			if failed++; failed == alive.Failures {
				p.tell(ctx, News{Alive: true, Unhealthy: words.Unhealthy(failed, why), Restart: alive.Restart})
			}
			continue
		}
		if failed >= alive.Failures || !passed { // an earlier manager may have seen it fail
			p.tell(ctx, News{Alive: true})
		}
		failed, passed = 0, true
	}
	if failed >= alive.Failures && ctx.Err() == nil {
		p.tell(ctx, News{Alive: true}) // the check that failed no longer applies
	}
}

// untilNext waits for the time of the next check. It returns false if the check has changed or ctx has ended.
func untilNext(ctx context.Context, alive config.Alive, changed <-chan struct{}) bool {
	var due <-chan time.Time // never, if there is no check
	if alive.Kind() != "" {
		due = time.After(onBeat(alive.Every))
	}
	select {
	case <-due:
		return true
	case <-changed:
	case <-ctx.Done():
	}
	return false
}

// onBeat returns when to check next, at most after d: with the look at the ports, so that one wake-up and one look at
// the machine serve all.
func onBeat(d time.Duration) time.Duration {
	beat := min(told, d/2)
	return d - beat + app.UntilBeat(beat)
}

// fails runs the check once, and reports whether it fails, and why.
func (p *Probe) fails(ctx context.Context, alive config.Alive) (bool, words.Reason) {
	ctx, cancel := context.WithTimeout(ctx, alive.Timeout)
	defer cancel()
	ok, why := p.look(ctx)
	return !ok, why
}
