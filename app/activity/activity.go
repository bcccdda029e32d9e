// Package activity records the use that keeps servers from being idle: when each was last used, and how many viewers
// it has. It owns both, in memory. It doesn't know whether a server runs, nor what follows when it is idle.
package activity

import (
	"sync"
	"time"

	"devservers/app"
	"devservers/app/ports"
)

// Book records the use of servers. Its zero value is ready; its methods are safe for concurrent use.
type Book struct {
	mu   sync.Mutex
	uses map[app.Ref]use
}

type use struct {
	last    time.Time // when it was last used
	viewers int       // current viewers
}

func (b *Book) change(ref app.Ref, change func(*use)) use {
	b.mu.Lock()
	defer b.mu.Unlock()
	u := b.uses[ref]
	change(&u)
	if b.uses == nil {
		b.uses = map[app.Ref]use{}
	}
	b.uses[ref] = u
	return u
}

// Touch marks a server as used now.
func (b *Book) Touch(ref app.Ref) {
	b.change(ref, func(u *use) { u.last = time.Now() })
}

// Attend counts a viewer of a server until the returned function is called.
func (b *Book) Attend(ref app.Ref) (leave func()) {
	b.change(ref, func(u *use) { u.viewers++ })
	return func() {
		b.change(ref, func(u *use) { u.viewers, u.last = u.viewers-1, time.Now() })
	}
}

// Of returns the number of current viewers of a server, and when it was last used otherwise.
func (b *Book) Of(ref app.Ref) (viewers int, last time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.uses[ref].viewers, b.uses[ref].last
}

// Last returns when a server was last used: now if it has viewers. A connection to its port counts as use; 0 means that
// it has none.
func (b *Book) Last(ref app.Ref, port int) time.Time {
	var connected time.Time
	if port != 0 {
		connected = ports.Used(port) // without the lock: it queries the kernel
	}
	return b.change(ref, func(u *use) {
		switch {
		case u.viewers > 0:
			u.last = time.Now()
		case connected.After(u.last):
			u.last = connected
		}
	}).last
}

// Forget drops what is recorded of a server that no longer exists.
func (b *Book) Forget(ref app.Ref) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.uses, ref)
}
