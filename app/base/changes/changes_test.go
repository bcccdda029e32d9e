package changes

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// guarded is a number that a Mutex guards.
type guarded struct {
	Mutex
	n int
}

func (g *guarded) set(n int) {
	g.Lock()
	defer g.Unlock()
	g.n = n
	g.Announce()
}

func TestChangeDuringTheLookIsNotMissed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g guarded
		looks := 0
		for range g.Changes(t.Context()) {
			if looks++; looks == 2 {
				break
			}
			g.set(1) // nobody else changes anything: a missed change would never return
		}
		if looks != 2 {
			t.Error(looks, "looks")
		}
	})
}

func TestAnnounceWakesEveryWaiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g guarded
		woken := make(chan error, 10)
		for range cap(woken) {
			go func() { woken <- g.Await(t.Context(), func() bool { return g.n == 2 }) }()
		}
		synctest.Wait()
		g.set(1)
		synctest.Wait()
		if len(woken) > 0 {
			t.Fatal(len(woken), "returned before the condition was met")
		}
		g.set(2)
		for range cap(woken) {
			if err := <-woken; err != nil {
				t.Error(err)
			}
		}
	})
}

func TestEndedContextStillFindsWhatHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := guarded{n: 1}
		over, cancel := context.WithCancel(t.Context())
		cancel()
		if err := g.Await(over, func() bool { return g.n == 1 }); err != nil {
			t.Error(err)
		}
		limited, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := g.Await(limited, func() bool { return g.n == 2 }); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}

// TestAwaitLooksWhenItHolds: a later change, before the waiter runs, doesn't hide what held.
func TestAwaitLooksWhenItHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g guarded
		seen := make(chan int, 1)
		go func() {
			n := 0
			if err := g.AwaitLook(t.Context(), func() bool { return g.n == 1 }, func() { n = g.n }); err != nil {
				t.Error(err)
			}
			seen <- n
		}()
		synctest.Wait()
		g.set(1)
		g.set(2)
		if n := <-seen; n != 1 {
			t.Errorf("it saw %d", n)
		}
	})
}

// TestAwaitForgetsItsConditionWithItsContext also looks once, at what is so then.
func TestAwaitForgetsItsConditionWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g guarded
		ctx, cancel := context.WithCancel(t.Context())
		n, looks := 0, 0
		ended := make(chan error)
		go func() {
			ended <- g.AwaitLook(ctx, func() bool { return g.n == 9 }, func() { n, looks = g.n, looks+1 })
		}()
		synctest.Wait()
		g.set(3)
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) || n != 3 || looks != 1 || len(g.awaited) != 0 {
			t.Errorf("%v, saw %d, %d looks, %d left", err, n, looks, len(g.awaited))
		}
		g.set(9)
	})
}
