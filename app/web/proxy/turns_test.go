package proxy

import (
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
)

// TestBurstWaitsForTurnsAndNobodyForLong: requests that last must not keep others out.
func TestBurstWaitsForTurnsAndNobodyForLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var all turns
		web, api := app.Ref{Project: "shop", Name: "web"}, app.Ref{Project: "shop", Name: "api"}
		began := time.Now()
		var first func()
		for range atOnce {
			first = all.take(t.Context(), web)
		}
		all.take(t.Context(), api)()
		if d := time.Since(began); d != 0 {
			t.Errorf("the first requests and those of another server waited %v", d)
		}
		go func() { time.Sleep(100 * time.Millisecond); first() }()
		all.take(t.Context(), web)
		if d := time.Since(began); d != 100*time.Millisecond {
			t.Errorf("the next one waited %v for a turn", d)
		}
		all.take(t.Context(), web)()
		if d := time.Since(began); d != 100*time.Millisecond+longestTurn {
			t.Errorf("one waited until %v though no turn ended", d)
		}
	})
}
