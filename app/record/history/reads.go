package history

import (
	"maps"
	"slices"
	"time"

	"devservers/app"
)

// Reads are requests of one client within a minute that changed nothing. They are remembered in memory only.
type Reads struct {
	Actor   app.Actor
	From    time.Time      // of the first
	Last    time.Time      // of the last
	Count   int            // of all
	What    map[string]int // how often each was read: "Read errors"
	Targets []string       // what they were about, as the client wrote it: untrusted text
}

const (
	maxReads      = 500 // the newest
	maxTargets    = 10  // of one
	readsTogether = time.Minute
)

// Read remembers that a client read something about a target; "" is everything. A nil Store remembers nothing.
func (s *Store) Read(a app.Actor, what, target string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	i := -1
	for n := len(s.reads) - 1; n >= 0 && now.Sub(s.reads[n].From) < readsTogether; n-- {
		if s.reads[n].Actor == a {
			i = n
			break
		}
	}
	if i < 0 {
		s.reads = append(s.reads[max(0, len(s.reads)+1-maxReads):], &Reads{Actor: a, From: now, What: map[string]int{}})
		i = len(s.reads) - 1
	}
	r := s.reads[i]
	r.Last = now
	r.Count++
	r.What[what]++
	if target != "" && len(target) < 200 && len(r.Targets) < maxTargets && !slices.Contains(r.Targets, target) {
		r.Targets = append(r.Targets, target)
	}
}

// Reads returns what was read since a moment, the newest first.
func (s *Store) Reads(since time.Time) (list []Reads) {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range slices.Backward(s.reads) {
		if r.Last.Before(since) {
			continue
		}
		one := *r
		one.What, one.Targets = maps.Clone(r.What), slices.Clone(r.Targets)
		list = append(list, one)
	}
	return list
}
