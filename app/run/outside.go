package run

import (
	"sync"
	"time"

	"devservers/app/base/process"
)

// outside answers the holders that ask whether a process carries their run's id.
var outside looks

type looks struct {
	mu   sync.Mutex
	next *look      // that has not begun
	turn sync.Mutex // held by the one that has
}

type look struct {
	done    chan struct{}
	carried map[string]bool
	err     error
}

// carries reports whether a process may carry a run's id, by a look that begins from now on.
func (s *looks) carries(id string) bool {
	s.mu.Lock()
	l := s.next
	if l == nil {
		l = &look{done: make(chan struct{})}
		s.next = l
		go s.take(l)
	}
	s.mu.Unlock()
	<-l.done
	return l.err != nil || l.carried[id]
}

// mostPause bounds the pause after a look.
const mostPause = 30 * time.Millisecond

// take looks. It pauses before the next look may begin, so that looks take a part of one processor.
func (s *looks) take(l *look) {
	s.turn.Lock()
	defer s.turn.Unlock()
	s.mu.Lock()
	s.next = nil
	s.mu.Unlock()
	began := time.Now()
	l.carried, l.err = process.Marked()
	close(l.done)
	time.Sleep(min(2*time.Since(began), mostPause))
}
