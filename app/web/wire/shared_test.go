package wire

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// TestSharedAnswerIsNeverOlderThanItsRequest: many requests share few renderings, and each sees what was so when it
// came.
func TestSharedAnswerIsNeverOlderThanItsRequest(t *testing.T) {
	t.Parallel()
	var s Shared
	var state, renderings atomic.Int64
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			for range 200 {
				least := state.Add(1)
				body, err := s.Get(func() ([]byte, error) {
					renderings.Add(1)
					return fmt.Append(nil, state.Load()), nil
				})
				var got int64
				if _, scan := fmt.Sscan(string(body), &got); err != nil || scan != nil || got < least {
					t.Errorf("%d is older than %d: %v", got, least, err)
				}
			}
		})
	}
	all.Wait()
	t.Logf("%d renderings for %d requests", renderings.Load(), state.Load())
}

func TestSharedAnswerThatPanicsFailsForAll(t *testing.T) {
	t.Parallel()
	var s Shared
	func() {
		defer func() { _ = recover() }()
		_, _ = s.Get(func() ([]byte, error) { panic("x") })
	}()
	if body, err := s.Get(func() ([]byte, error) { return []byte("y"), nil }); err != nil || string(body) != "y" {
		t.Error(string(body), err)
	}
}
