package guard

import (
	"context"
	"sync"
	"time"
)

// open holds the requests that sessions have under way: streams and terminals live as long as their session, not
// longer. All methods can be called concurrently.
type open struct {
	mu  sync.Mutex
	all map[digest]map[*context.CancelFunc]bool
}

// add makes ctx end when end is called for the session, and at the time at which the session ends.
func (o *open) add(ctx context.Context, session digest, ends time.Time) context.Context {
	ctx, cancel := context.WithDeadline(ctx, ends)
	key := &cancel
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.all == nil {
		o.all = map[digest]map[*context.CancelFunc]bool{}
	}
	if o.all[session] == nil {
		o.all[session] = map[*context.CancelFunc]bool{}
	}
	o.all[session][key] = true
	context.AfterFunc(ctx, func() { o.remove(session, key) })
	return ctx
}

func (o *open) remove(session digest, key *context.CancelFunc) {
	o.mu.Lock()
	defer o.mu.Unlock()
	(*key)()
	if delete(o.all[session], key); len(o.all[session]) == 0 {
		delete(o.all, session)
	}
}

// end ends the requests of all sessions that don't live any more.
func (o *open) end(live expiring) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for session, requests := range o.all {
		if _, lives := live[session]; lives {
			continue
		}
		for cancel := range requests {
			(*cancel)()
		}
	}
}
