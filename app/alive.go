package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"devservers/app/config"
)

// stayAlive checks a run that was ready until ctx ends, as its server declares at each moment.
func (p *probe) stayAlive(ctx context.Context) {
	for ctx.Err() == nil {
		p.s.mu.Lock()
		alive, changed := p.m.spec.Alive, p.m.aliveChanged
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
		why := check.fails(ctx, alive)
		if ctx.Err() != nil {
			return
		}
		if why != "" {
			if failed++; failed == alive.Failures {
				p.tell(ctx, probeNews{alive: true, why: unhealthy(failed, why), restart: alive.Restart})
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

// fails checks once: "" = it is well.
func (p *probe) fails(ctx context.Context, alive config.Alive) string {
	ctx, cancel := context.WithTimeout(ctx, alive.Timeout)
	defer cancel()
	if ok, why := p.look(ctx); !ok {
		return why
	}
	return ""
}

func unhealthy(checks int, why string) string {
	times := "a check"
	if checks > 1 {
		times = fmt.Sprintf("%d checks in a row", checks)
	}
	return times + " waited in vain for " + strings.TrimPrefix(why, "waits for ")
}

// ail takes what a check has found: a request for the end of the run, if alive says so.
func (o *overseer) ail(n probeNews) {
	o.s.update(func() {
		if o.stopping {
			return
		}
		o.m.status.Unhealthy = n.why
		if n.restart && o.m.want.up && o.m.want.gen == o.gen {
			o.m.over = n.why
			o.m.ask(false, byItself, CauseUnhealthy)
		}
	})
}
