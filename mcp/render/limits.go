package render

import (
	"sync"
	"time"
)

// Limiter calls end for each run with a time limit when that is over.
type Limiter struct {
	end func(Limited)

	mu     sync.Mutex
	timers []*time.Timer
	closed bool
}

// NewLimiter returns a Limiter for the runs in the book.
func NewLimiter(b *Results, end func(Limited)) *Limiter {
	l := &Limiter{end: end}
	for _, one := range b.Limits() {
		l.Add(one)
	}
	return l
}

// Add adds a run.
func (l *Limiter) Add(one Limited) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.timers = append(l.timers, time.AfterFunc(time.Until(one.Until), func() { l.end(one) }))
	}
}

// Close ends no more runs: the next manager does.
func (l *Limiter) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for _, t := range l.timers {
		t.Stop()
	}
}
