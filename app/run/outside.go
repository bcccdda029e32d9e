package run

import (
	"sync"
	"time"

	"devservers/app/process"
)

// A tree is gone when its holder has no children and no other process carries the run's id. To see the latter takes a
// look at all processes of the machine, and many holders need it at once when many servers stop. So a holder without
// children asks its manager, where one look answers all holders that had asked before it began. A holder that gets no
// answer looks by itself.

// answerWithin is how long a holder waits for that answer.
const answerWithin = time.Second

// ask reports whether the holder waits for its manager to answer.
func (h *holder) ask() bool {
	if h.asked == nil && h.end != nil && !h.sweep.Alone && process.Childless() && h.peers.ask() {
		h.asked, h.waits = time.After(answerWithin), true
	}
	return h.waits
}

// answered takes the answer.
func (h *holder) answered(carried bool) {
	if h.waits {
		h.waits, h.sweep.Alone = false, !carried
	}
}

// outside is the manager's side.
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
