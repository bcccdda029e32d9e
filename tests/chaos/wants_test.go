//go:build chaos

package chaos

import (
	"sync"
	"time"
)

// wish is a request that a server be up or not. Without an end, or if it was not acknowledged, it may have come to
// effect at any later time.
type wish struct {
	begin, end   time.Time
	up           bool
	acknowledged bool
}

// wants are the wishes of a burst, by server.
type wants struct {
	mu  sync.Mutex
	all map[string][]wish
}

func (w *wants) add(server string, x wish) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all[server] = append(w.all[server], x)
}

// may reports whether a server may be wanted up (or down) after the burst: whether a wish for that is left which no
// acknowledged wish surely followed. before is what was wanted before the burst.
func (w *wants) may(server string, up, before bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := append([]wish{{up: before, acknowledged: true}}, w.all[server]...)
	for i, x := range all {
		if x.up != up {
			continue
		}
		followed := false
		for j, y := range all {
			followed = followed || i != j && x.acknowledged && y.acknowledged && y.begin.After(x.end)
		}
		if !followed {
			return true
		}
	}
	return false
}

// set is a set of words for many goroutines.
type set struct {
	mu  sync.Mutex
	all map[string]bool
}

func (s *set) add(word string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[string]bool{}
	}
	s.all[word] = true
}

func (s *set) has(word string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all[word]
}
