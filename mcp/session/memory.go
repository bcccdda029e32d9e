package session

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/words"
)

// Callers remembers callers, bounded. Its methods are safe for concurrent use.
type Callers struct {
	mu      sync.Mutex
	changes map[string][]time.Time          // by name
	read    map[string]string               // cursors, by caller and server
	order   []string                        // of read, the oldest first
	heard   map[string]hearing              // what each caller knows of others
	store   *home.Store[saved]              // nil = nothing outlives the manager
	saving  bool                            // it is about to be saved
	visits  map[string]map[string]time.Time // by name and session
}

// The bounds of what is remembered, and of what one client may change.
const (
	changesPerMinute = 30
	placesKept       = 4096
	namesKept        = 1024
	sessionsKept     = 256
)

// NewCallers returns a memory of nobody.
func NewCallers() *Callers {
	return &Callers{changes: map[string][]time.Time{}, read: map[string]string{}, heard: map[string]hearing{},
		visits: map[string]map[string]time.Time{}}
}

// Allow counts a change, or refuses it and says when the next one is allowed.
func (c *Callers) Allow(who Caller, now time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	recent := slices.DeleteFunc(c.changes[who.Name], func(t time.Time) bool { return now.Sub(t) >= time.Minute })
	if len(recent) >= changesPerMinute {
		c.changes[who.Name] = recent
		return &app.Error{
			Code:   CodeTooMany,
			Detail: fmt.Sprintf("too many changes: the limit is %d calls a minute", changesPerMinute),
			Hint: "the next one is allowed in " + words.Duration(recent[0].Add(time.Minute).Sub(now)) +
				"; reading tools still work",
		}
	}
	if len(c.changes) >= namesKept {
		clear(c.changes)
	}
	c.changes[who.Name] = append(recent, now)
	return nil
}

// Refund takes back a change that was none: it was refused, or changed nothing.
func (c *Callers) Refund(who Caller) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if list := c.changes[who.Name]; len(list) > 0 {
		c.changes[who.Name] = list[:len(list)-1]
	}
}

// CodeTooMany states that a client made too many changes.
const CodeTooMany app.Code = "too_many"

// Cursor returns how far who has read; "" = not at all.
func (c *Callers) Cursor(who Caller, server app.Ref) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read[placeOf(who, server)]
}

// Reached records how far who has read.
func (c *Callers) Reached(who Caller, server app.Ref, cursor string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := placeOf(who, server)
	if _, known := c.read[at]; !known {
		c.order = append(c.order, at)
	}
	c.read[at] = cursor
	c.saveSoon()
	if len(c.order) > placesKept {
		delete(c.read, c.order[0])
		c.order = c.order[1:]
	}
}

// Seen records that who has called.
func (c *Callers) Seen(who Caller, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.visits) >= namesKept {
		clear(c.visits)
	}
	sessions := c.visits[who.Name]
	if sessions == nil || len(sessions) >= sessionsKept {
		sessions = map[string]time.Time{}
		c.visits[who.Name] = sessions
	}
	sessions[who.session] = now
}

// goneAfter is how long a client may be silent before it counts as gone. Most clients never end their session, and a
// session is nothing but its calls.
const goneAfter = 10 * time.Minute

// Leave forgets a session.
func (c *Callers) Leave(who Caller) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.visits[who.Name], who.session)
}

// Gone reports whether a client has no session left. A client that has not called since began is unknown until
// GoneAfter has passed.
func (c *Callers) Gone(name string, began, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	sessions, known := c.visits[name]
	if !known {
		return now.Sub(began) >= goneAfter
	}
	for _, last := range sessions {
		if now.Sub(last) < goneAfter {
			return false
		}
	}
	return true
}

// saved is what outlives the manager: how far callers have read, and what they know of others.
type saved struct {
	Read  map[string]string  `json:"read,omitempty"`  // cursors, by caller and server
	Heard map[string]hearing `json:"heard,omitempty"` // by caller
}

// saveAfter is how long what has changed may be in memory alone: a manager that is killed repeats at most so much.
// What a caller was told is saved before it is.
const saveAfter = time.Second

// OpenCallers returns the memory that the last manager saved in file.
func OpenCallers(file string) *Callers {
	m := NewCallers()
	m.store = home.OpenStore[saved](file, home.WriteFast)
	was := m.store.Get()
	for key, cursor := range was.Read {
		m.read[key] = cursor
		m.order = append(m.order, key)
	}
	maps.Copy(m.heard, was.Heard)
	return m
}

// saveSoon saves in a moment; c.mu is held.
func (c *Callers) saveSoon() {
	if c.store != nil && !c.saving {
		c.saving = true
		time.AfterFunc(saveAfter, c.Save)
	}
}

// Save saves now. What can't be saved is lost with this manager: callers then read some lines again.
func (c *Callers) Save() {
	if c.store == nil {
		return
	}
	_ = c.store.Change(func(s *saved) error {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.saving = false
		*s = saved{Read: maps.Clone(c.read), Heard: maps.Clone(c.heard)}
		return nil
	})
}
