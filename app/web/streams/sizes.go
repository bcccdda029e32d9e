package streams

import "sync"

// maxSizes is of how many runs the size is known.
const maxSizes = 500

// sizes are the sizes of runs' terminals, as the person who types into one has set them: everyone else draws the output
// at that width. A manager that takes over doesn't know them. All methods may be called concurrently.
type sizes struct {
	mu sync.Mutex
	of map[string][]int // columns and rows, by run
}

func (s *sizes) get(run string) []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of[run]
}

func (s *sizes) set(run string, size []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.of) >= maxSizes {
		clear(s.of)
	}
	s.of[run] = size
}
