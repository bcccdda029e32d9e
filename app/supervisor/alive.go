package supervisor

import (
	"context"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/words"
)

// stayAlive checks a run that was ready until ctx ends, as its server declares at each moment.
func (p *probe) stayAlive(ctx context.Context) {
	for ctx.Err() == nil {
		p.s.mu.Lock()
		alive, changed := p.m.alive, p.m.aliveChanged
		p.s.mu.Unlock()
		p.keepLooking(ctx, alive, changed)
	}
}

// keepLooking checks a run until the check changes or ctx ends, and tells when it begins to fail and when it recovers.
func (p *probe) keepLooking(ctx context.Context, alive config.Alive, changed <-chan struct{}) {
	check := *p
	check.server.Ready = alive.Ready
	failed := 0
	for untilNext(ctx, alive, changed) {
		failing, why := check.fails(ctx, alive)
		if ctx.Err() != nil {
			return
		}
		if failing {
			if failed++; failed == alive.Failures {
				p.tell(ctx, probeNews{alive: true, unhealthy: words.Unhealthy(failed, why), restart: alive.Restart})
			}
			continue
		}
		if failed >= alive.Failures {
			p.tell(ctx, probeNews{alive: true})
		}
		failed = 0
	}
	if failed >= alive.Failures && ctx.Err() == nil {
		p.tell(ctx, probeNews{alive: true}) // what failed is no longer declared
	}
}

// untilNext waits for the time of the next check; false: the check has changed or ctx has ended.
func untilNext(ctx context.Context, alive config.Alive, changed <-chan struct{}) bool {
	var due <-chan time.Time // never, if there is no check
	if alive.Kind() != "" {
		due = time.After(alive.Every)
	}
	select {
	case <-due:
		return true
	case <-changed:
	case <-ctx.Done():
	}
	return false
}

// fails checks once.
func (p *probe) fails(ctx context.Context, alive config.Alive) (bool, words.Reason) {
	ctx, cancel := context.WithTimeout(ctx, alive.Timeout)
	defer cancel()
	ok, why := p.look(ctx)
	return !ok, why
}

// ail takes what a check has found: a request for the end of the run, if alive says so.
func (o *overseer) ail(n probeNews) {
	o.s.update(func() {
		if o.stopping {
			return
		}
		o.m.status.Unhealthy = n.unhealthy
		if n.restart && o.m.want.up && o.m.want.gen == o.gen {
			o.m.over = n.unhealthy
			o.m.ask(false, byItself, app.CauseUnhealthy)
		}
	})
}
