package machine

import (
	"sync"
	"time"

	"devservers/app"
)

// Activity records the use of servers. Its zero value is ready; its methods are safe for concurrent use.
type Activity struct {
	mu   sync.Mutex
	uses map[app.Ref]usage
}

type usage struct {
	last    time.Time // when it was last used
	viewers int       // current viewers
}

func (b *Activity) change(ref app.Ref, change func(*usage)) usage {
	b.mu.Lock()
	defer b.mu.Unlock()
	u := b.uses[ref]
	change(&u)
	if b.uses == nil {
		b.uses = map[app.Ref]usage{}
	}
	b.uses[ref] = u
	return u
}

// Touch marks a server as used now.
func (b *Activity) Touch(ref app.Ref) {
	b.change(ref, func(u *usage) { u.last = time.Now() })
}

// Attend counts a viewer of a server until the returned function is called.
func (b *Activity) Attend(ref app.Ref) (leave func()) {
	b.change(ref, func(u *usage) { u.viewers++ })
	return func() {
		b.change(ref, func(u *usage) { u.viewers, u.last = u.viewers-1, time.Now() })
	}
}

// Of returns the number of current viewers of a server, and when it was last used otherwise.
func (b *Activity) Of(ref app.Ref) (viewers int, last time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.uses[ref].viewers, b.uses[ref].last
}

// Last returns when a server was last used: now if it has viewers. A connection to its port counts as use; 0 means that
// it has none.
func (b *Activity) Last(ref app.Ref, port int) time.Time {
	var connected time.Time
	if port != 0 {
		connected = Used(port) // without the lock: it queries the kernel
	}
	return b.change(ref, func(u *usage) {
		switch {
		case u.viewers > 0:
			u.last = time.Now()
		case connected.After(u.last):
			u.last = connected
		}
	}).last
}

// Forget drops what is recorded of a server that no longer exists.
func (b *Activity) Forget(ref app.Ref) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.uses, ref)
}
