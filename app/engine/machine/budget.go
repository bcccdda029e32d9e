package machine

import (
	"context"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/base/words"
	"devservers/app/config/settings"
)

// House has the servers, and carries out what is decided. Its methods are called without a lock.
type House interface {
	// Tenants returns the servers that run.
	Tenants() []Tenant
	// Sleep puts an idle server to sleep to make room for another, and reports whether it does: not if it is used now.
	Sleep(server, by app.Ref) bool
}

// How often a start that waits looks again, how long a server is idle before it sleeps for others, and what a server is
// expected to use that never ran.
const (
	firstLook = 100 * time.Millisecond
	nextLook  = time.Second
	idleFor   = 2 * time.Minute
	unknown   = 128 << 20
	// A start that was admitted counts for so long, if the house doesn't know it yet.
	comingFor = 5 * time.Second
	reliefFor = 8 * time.Second
)

// Budget admits starts. All methods are safe for concurrent use.
type Budget struct {
	house    House
	settings func() settings.Budget
	// Machine measures the machine, and Idle is how long a server is idle before it sleeps for others.
	Machine func() Machine
	Idle    time.Duration

	mu     sync.Mutex // held while starts are decided: one after the other
	queue  []*waiter
	left   chan struct{}         // closed when the next one leaves the queue
	coming map[app.Ref]time.Time // admitted starts
	used   map[app.Ref]int64     // what servers used when they were last seen
}

// waiter is a start that waits.
type waiter struct {
	ref   app.Ref
	lack  words.Room
	waits bool // it has looked, and was not admitted
}

// New returns a Budget.
func New(house House, of func() settings.Budget) *Budget {
	return &Budget{house: house, settings: of, Machine: measure, Idle: idleFor, left: make(chan struct{}),
		coming: map[app.Ref]time.Time{}, used: map[app.Ref]int64{}}
}

func measure() Machine {
	return Machine{Total: process.TotalMemory(), Free: process.FreeMemory(), Pressure: pressure()}
}

// Admit waits until there is room for a start, or until ctx ends. show is called with what it waits for, when that
// changes. It returns the servers that were put to sleep for it.
func (b *Budget) Admit(ctx context.Context, ref app.Ref, show func(words.Room)) (slept []app.Ref, err error) {
	w := &waiter{ref: ref}
	b.mu.Lock()
	b.queue = append(b.queue, w)
	b.mu.Unlock()
	defer b.leave(w)
	shown := words.Room{Place: -1}
	for pause := firstLook; ; pause = nextLook {
		left := b.nextLeft() // before the look, so that nothing is missed
		r := b.look(w)
		if r.admit {
			return slept, nil
		}
		if r.lack != shown {
			shown = r.lack
			show(shown)
		}
		if r.leaves {
			pause = firstLook
		}
		for _, victim := range r.sleep {
			if b.house.Sleep(victim, ref) {
				slept, pause = append(slept, victim), firstLook
			}
		}
		select {
		case <-left:
		case <-time.After(pause):
		case <-ctx.Done():
			return slept, ctx.Err()
		}
	}
}

// look decides about a start that waits.
func (b *Budget) look(w *waiter) (r ruling) {
	a := asked{Budget: b.settings(), ref: w.ref, idle: b.Idle}
	if a.NoBudget && a.MaxRunning == 0 && len(a.Shares) == 0 {
		return ruling{admit: true}
	}
	a.Machine = b.Machine()
	var running []Tenant
	if !a.roomy(b.expected()) {
		running = b.house.Tenants()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	running, a.need = b.seen(running), b.need(w.ref)
	place := slices.Index(b.queue, w)
	if first := b.before(place); first != nil {
		w.lack = words.Room{}
		r.lack = first.lack
	} else {
		r = a.rule(running)
		w.lack = r.lack
	}
	w.waits = !r.admit
	r.lack.Place, r.lack.Of = place+1, len(b.queue)
	if r.admit {
		b.coming[w.ref] = time.Now()
	}
	return r
}

// before returns the first start in the queue that keeps the one at a place waiting, since it waits itself; nil if none
// does. One that waits for the share of its project keeps out no other project; mu is held.
func (b *Budget) before(place int) *waiter {
	for _, w := range b.queue[:place] {
		if w.waits && (w.lack.Kind != words.ShareUsed || w.ref.Project == b.queue[place].ref.Project) {
			return w
		}
	}
	return nil
}

// seen notes what servers use, adds the starts that were just admitted, and lets servers that only begin count with
// what they will use; mu is held.
func (b *Budget) seen(running []Tenant) []Tenant {
	for i, t := range running {
		if t.Ready {
			b.used[t.Ref] = max(t.Memory, b.used[t.Ref]/8*7)
		} else {
			running[i].Memory = max(t.Memory, b.need(t.Ref))
			running[i].Grows = running[i].Memory - t.Memory
		}
		delete(b.coming, t.Ref)
	}
	for ref, at := range b.coming {
		if time.Since(at) > comingFor {
			delete(b.coming, ref)
			continue
		}
		running = append(running, Tenant{Ref: ref, Memory: b.need(ref), Grows: b.need(ref)})
	}
	return running
}

// expected returns what starts will use that were just admitted.
func (b *Budget) expected() (sum int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ref, at := range b.coming {
		if time.Since(at) <= comingFor {
			sum += b.need(ref)
		}
	}
	return sum
}

// need returns what a server is expected to use: what it used, or else what others use on average; mu is held.
func (b *Budget) need(ref app.Ref) int64 {
	if n := b.used[ref]; n > 0 {
		return n
	}
	sum := int64(0)
	for _, n := range b.used {
		sum += n
	}
	return max(unknown, sum/int64(max(1, len(b.used))))
}

func (b *Budget) leave(w *waiter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue = slices.DeleteFunc(b.queue, func(o *waiter) bool { return o == w })
	close(b.left)
	b.left = make(chan struct{})
}

func (b *Budget) nextLeft() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.left
}

// Relieve puts the least recently used idle server to sleep each time that it finds the machine short of memory, until
// ctx ends. Nothing else is ended for that.
func (b *Budget) Relieve(ctx context.Context) {
	for app.Beat(ctx, reliefFor) {
		set := b.settings()
		if set.NoBudget || pressure() < highPressure {
			continue
		}
		a := asked{Budget: set, Machine: b.Machine(), idle: b.Idle}
		for _, t := range a.sleepers(b.house.Tenants(), words.Room{}) {
			if b.house.Sleep(t.Ref, app.Ref{}) {
				break
			}
		}
	}
}
