package streams

import (
	"context"
	"sync"
)

// shared are the readings of open pages, by what they show.
type shared struct {
	mu  sync.Mutex
	all map[string]*sharedReading
}

// join returns the reading of all pages that show the same as l, which ends when the last of them leaves.
func (s *shared) join(l *request) (r *sharedReading, leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := l.shows()
	r = s.all[key]
	if r == nil || !r.draws(l) {
		r = begin(l)
		s.all[key] = r
	}
	r.pages++
	return r, func() { s.leave(key, r) }
}

func (s *shared) leave(key string, r *sharedReading) {
	s.mu.Lock()
	r.pages--
	last := r.pages == 0
	if last && s.all[key] == r {
		delete(s.all, key)
	}
	s.mu.Unlock()
	if last {
		r.end()
	}
}

// shows returns what distinguishes the lines of pages, and how they look.
func (l *request) shows() string {
	ask := l.view.Ask
	ask.Line, ask.Beside = "", ""
	return l.view.Base + "?" + ask.Query().Encode()
}

// begin starts a reading for a page.
func begin(l *request) *sharedReading {
	ctx, cancel := context.WithCancel(context.Background())
	r := &sharedReading{drawer: l.copied(), today: l.view.Look.Today}
	var run sync.WaitGroup
	run.Go(func() { r.run(ctx, l.copied()) })
	r.end = func() { cancel(); run.Wait() }
	return r
}
