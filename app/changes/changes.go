// Package changes has the one way to wait for a change of something that a lock guards. It doesn't know what that is.
package changes

import (
	"context"
	"iter"
	"sync"
)

// Mutex is a lock of something whose changes others wait for. Its zero value is ready.
type Mutex struct {
	sync.Mutex
	changed chan struct{} // closed and dropped at the next change; nil = nobody waits
}

// Announce wakes all waiters; m is held.
func (m *Mutex) Announce() {
	if m.changed != nil {
		close(m.changed)
		m.changed = nil
	}
}

// Changed returns a channel that is closed at the next change. Get it, look, then wait for it.
func (m *Mutex) Changed() <-chan struct{} {
	m.Lock()
	defer m.Unlock()
	return m.next()
}

func (m *Mutex) next() <-chan struct{} {
	if m.changed == nil {
		m.changed = make(chan struct{})
	}
	return m.changed
}

// Changes yields at once, and again after each change, until ctx ends. A change during the loop's body is not missed:
// the next turn follows at once. The body also runs once if ctx has already ended, so that a condition that holds now is
// found.
func (m *Mutex) Changes(ctx context.Context) iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		for {
			changed := m.Changed() // before the look, so that nothing is missed
			if !yield(struct{}{}) {
				return
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	}
}

// Await waits until is returns true or ctx ends; is is called with m held.
func (m *Mutex) Await(ctx context.Context, is func() bool) error {
	for range m.Changes(ctx) {
		m.Lock()
		ok := is()
		m.Unlock()
		if ok {
			return nil
		}
	}
	return ctx.Err()
}
