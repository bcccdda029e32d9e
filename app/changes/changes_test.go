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
