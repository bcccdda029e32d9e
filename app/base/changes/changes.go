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
	changed chan struct{}         // closed and dropped at the next change; nil = nobody waits
	awaited map[*awaited]struct{} // what Await waits for
}

// awaited is a condition that somebody waits for.
type awaited struct {
	is    func() bool
	holds chan struct{} // closed once is has returned true
}

// Announce wakes the waiters for any change, and the ones whose condition now holds; m is held.
func (m *Mutex) Announce() {
	if m.changed != nil {
		close(m.changed)
		m.changed = nil
	}
	for a := range m.awaited {
		if a.is() {
			delete(m.awaited, a)
			close(a.holds)
		}
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

// Changes yields immediately, and again after each change, until ctx ends. A change during the loop's body isn't
// missed: the next turn follows immediately. The body also runs once if ctx has already ended, so that a condition that
// holds now is found.
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

// Await waits until is returns true or ctx ends. Announce calls it, with m held: with many that wait, waking each of
// them to look would cost more than the looks.
func (m *Mutex) Await(ctx context.Context, is func() bool) error {
	return m.AwaitLook(ctx, is, func() {})
}

// AwaitLook is Await, and then calls look with m held: the moment that is returned true, or after ctx has ended.
func (m *Mutex) AwaitLook(ctx context.Context, is func() bool, look func()) error {
	a := &awaited{holds: make(chan struct{}), is: func() bool {
		ok := is()
		if ok {
			look()
		}
		return ok
	}}
	if m.add(a) {
		return nil
	}
	select {
	case <-a.holds:
		return nil
	case <-ctx.Done():
	}
	m.Lock()
	defer m.Unlock()
	if _, waits := m.awaited[a]; !waits { // it held just now
		return nil
	}
	delete(m.awaited, a)
	look()
	return ctx.Err()
}

// add reports whether a holds now; otherwise Announce looks at it from now on.
func (m *Mutex) add(a *awaited) (holds bool) {
	m.Lock()
	defer m.Unlock()
	if a.is() {
		return true
	}
	if m.awaited == nil {
		m.awaited = map[*awaited]struct{}{}
	}
	m.awaited[a] = struct{}{}
	return false
}
