package session

import (
	"context"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
)

// Crashes records crashes as deeds, each once, so that callers are told of them in one order with all others, also by a
// later manager.
type Crashes struct {
	Sup     *supervisor.Supervisor
	History *history.Store // nil = nothing is recorded

	mu      sync.Mutex
	after   int64           // number of the last event that was looked at
	known   map[string]bool // runs
	changed <-chan struct{} // closed when there is something new; nil = nobody has looked yet
}

// crashNews is how long ago a server may have crashed while no manager was there to see it.
const crashNews = 24 * time.Hour

// Witness records the crashes that are not recorded yet.
func (c *Crashes) Witness() {
	if c.History == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.changed:
	default:
		if c.changed != nil {
			return // looking at all servers costs more than most answers
		}
	}
	c.changed = c.Sup.Changed()
	if c.known == nil || len(c.known) > crashesKnown {
		c.known = c.History.Crashes()
	}
	page := c.Sup.Events.Page(app.EventQuery{After: c.after, Events: []string{app.EventExit}, Limit: mostEvents})
	c.after = page.Last
	for _, one := range page.Events {
		c.take(one)
	}
	for _, st := range app.Statuses(c.Sup.Projects()) { // its end was no event if no manager saw it
		if st.EndedByItself() && time.Since(*st.EndedAt) < crashNews {
			c.take(app.Event{Event: app.EventExit, Time: *st.EndedAt, Server: st.Ref().String(), Kind: st.Kind, Run: st.Run,
				Exit: st.Exit})
		}
	}
}

// mostEvents is how many events the manager remembers.
const mostEvents = 1000

// crashesKnown bounds what is remembered: the newest ones are read again then.
const crashesKnown = 4096

func (c *Crashes) take(one app.Event) {
	if one.Crash() && !c.known[one.Run] {
		c.known[one.Run] = true
		c.History.Crashed(one)
	}
}

// Watch records crashes until ctx ends.
func (c *Crashes) Watch(ctx context.Context) {
	for range c.Sup.Changes(ctx) {
		c.Witness()
		app.Pause(ctx, time.Second) // more of them in a moment
	}
}
