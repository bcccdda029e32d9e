package wire

import (
	"errors"
	"sync"
)

var errPanic = errors.New("the answer could not be rendered")

// Shared renders an answer once for all requests that arrived before the rendering began: under load many share one,
// and none gets an answer that is older than its request.
type Shared struct {
	turn sync.Mutex // held by the rendering that is in progress

	mu   sync.Mutex
	next *rendering // has not begun; nil = nobody waits
}

type rendering struct {
	done chan struct{}
	body []byte
	err  error
}

// Get returns what render returns when it is called from now on.
func (s *Shared) Get(render func() ([]byte, error)) ([]byte, error) {
	s.mu.Lock()
	r, first := s.next, s.next == nil
	if first {
		r = &rendering{done: make(chan struct{}), err: errPanic}
		s.next = r
	}
	s.mu.Unlock()
	if first {
		s.render(r, render)
	}
	<-r.done
	return r.body, r.err
}

func (s *Shared) render(r *rendering, render func() ([]byte, error)) {
	s.turn.Lock()
	defer s.turn.Unlock()
	s.mu.Lock()
	s.next = nil // who comes from now on needs a later one
	s.mu.Unlock()
	defer close(r.done)
	r.body, r.err = render()
}
