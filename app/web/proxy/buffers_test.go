package proxy

import "testing"

// TestFewBuffersAreLarge: bodies that are copied at once share a bound, however many there are.
func TestFewBuffersAreLarge(t *testing.T) {
	t.Parallel()
	b := &buffers{}
	for range 2 { // those that were given back are used again
		var taken [][]byte
		large := 0
		for range 3 * mostLarge {
			taken = append(taken, b.Get())
			if len(taken[len(taken)-1]) == largeBuffer {
				large++
			}
		}
		if large != mostLarge {
			t.Errorf("%d are large", large)
		}
		for _, buffer := range taken {
			b.Put(buffer)
		}
	}
}
