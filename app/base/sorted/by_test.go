package sorted

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestByDoesAsSlices: any list ends as slices.SortStableFunc would leave it.
func TestByDoesAsSlices(t *testing.T) {
	t.Parallel()
	byKey := func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) }
	for n := range 200 {
		list := make([][2]int, n)
		for i := range list {
			list[i] = [2]int{rand.IntN(n/3 + 1), i}
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		By(list, byKey)
		if !slices.Equal(list, want) {
			t.Fatalf("%v instead of %v", list, want)
		}
	}
}
