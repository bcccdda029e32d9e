package app

import (
	"context"
	"fmt"
	"strings"

	"devservers/app/config"
)

// keepLooking checks a run that was ready, as alive says, until ctx ends, and tells when it begins to fail and when it
// is well again.
func (p *probe) keepLooking(ctx context.Context, alive config.Alive) {
	check := *p
	check.server.Ready = alive.Ready
	failed := 0
	for sleep(ctx, alive.Every) {
		why := check.fails(ctx, alive)
		switch {
		case ctx.Err() != nil:
			return
		case why == "" && failed >= alive.Failures:
			p.tell(ctx, probeNews{alive: true})
			failed = 0
		case why == "":
			failed = 0
		default:
			if failed++; failed == alive.Failures {
				p.tell(ctx, probeNews{alive: true, why: unhealthy(failed, why), restart: alive.Restart})
			}
		}
	}
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

// stayAlive goes on looking when the file says how.
func (p *probe) stayAlive(ctx context.Context) {
	if a := p.server.Alive; a.Kind() != "" {
		p.keepLooking(ctx, a)
	}
}
