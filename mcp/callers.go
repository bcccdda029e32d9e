package mcp

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"devservers/app"
)

// callers remembers clients in memory, bounded: how often each changed something lately, how far it has read, and when
// each of its sessions last called. A restart of the manager forgets it, which does no harm.
type callers struct {
	mu      sync.Mutex
	changes map[string][]time.Time          // by name
	read    map[place]string                // cursors
	order   []place                         // of read, the oldest first
	visits  map[string]map[string]time.Time // by name and session
}

// place is where a client reads.
type place struct {
	caller
	server app.Ref
}

// The bounds of what is remembered, and of what one client may change.
const (
	changesPerMinute = 30
	placesKept       = 4096
	namesKept        = 1024
	sessionsKept     = 256
)

func newCallers() *callers {
	return &callers{changes: map[string][]time.Time{}, read: map[place]string{}, visits: map[string]map[string]time.Time{}}
}

// allow counts a change, or refuses it and says when the next one is allowed.
func (c *callers) allow(who caller, now time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	recent := slices.DeleteFunc(c.changes[who.name], func(t time.Time) bool { return now.Sub(t) >= time.Minute })
	if len(recent) >= changesPerMinute {
		c.changes[who.name] = recent
		return &app.Error{
			Code:   codeTooMany,
			Detail: fmt.Sprintf("too many changes: the limit is %d calls a minute", changesPerMinute),
			Hint:   "the next one is allowed at " + recent[0].Add(time.Minute).Format(time.RFC3339) + "; reading tools still work",
		}
	}
	if len(c.changes) >= namesKept {
		clear(c.changes)
	}
	c.changes[who.name] = append(recent, now)
	return nil
}

// codeTooMany says that a client made too many changes.
const codeTooMany app.Code = "too_many"

// cursor returns how far who has read; "" = not at all.
func (c *callers) cursor(who caller, server app.Ref) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read[place{who, server}]
}

// reached records how far who has read.
func (c *callers) reached(who caller, server app.Ref, cursor string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := place{who, server}
	if _, known := c.read[at]; !known {
		c.order = append(c.order, at)
	}
	c.read[at] = cursor
	if len(c.order) > placesKept {
		delete(c.read, c.order[0])
		c.order = c.order[1:]
	}
}

// seen records that who has called.
func (c *callers) seen(who caller, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.visits) >= namesKept {
		clear(c.visits)
	}
	sessions := c.visits[who.name]
	if sessions == nil || len(sessions) >= sessionsKept {
		sessions = map[string]time.Time{}
		c.visits[who.name] = sessions
	}
	sessions[who.session] = now
}
