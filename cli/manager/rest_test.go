package manager

import "testing"

func TestMemoryIsGivenBackOnceAfterWork(t *testing.T) {
	var a allocations
	const mb = 1 << 20
	for i, c := range []struct {
		now   uint64
		rests bool
	}{{24 * mb, false}, {24*mb + 1, true}, {24*mb + 2, false}, {30 * mb, false}, {30*mb + 1, false}, {50 * mb,
		false}, {70 * mb, false}, {70*mb + 9, true}} {
		if got := a.rests(c.now); got != c.rests {
			t.Errorf("look %d: %v", i, got)
		}
	}
}
