package session

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"devservers/app"
	"devservers/app/base/atomicfile"
)

// saved is what outlives the manager: how far callers have read, and when each was last told what others did.
type saved struct {
	Read map[string]string    `json:"read,omitempty"` // cursors, by caller and server
	Told map[string]time.Time `json:"told,omitempty"` // by caller
}

// saveAfter is how long what has changed may be in memory alone: a manager that is killed repeats at most so much.
const saveAfter = time.Second

// callersKept bounds the callers whose last call is known.
const callersKept = 1024

// OpenCallers returns the memory that the last manager saved in file.
func OpenCallers(file string) *Callers {
	m := NewCallers()
	m.store = atomicfile.OpenStore[saved](file, atomicfile.WriteFast)
	was := m.store.Get()
	for key, cursor := range was.Read {
		m.read[key] = cursor
		m.order = append(m.order, key)
	}
	for key, at := range was.Told {
		m.told[key] = at
	}
	return m
}

// key names a caller on disk. A session ID is not written there.
func (c Caller) key() string {
	sum := sha256.Sum256([]byte(c.session))
	return c.Name + " " + hex.EncodeToString(sum[:6])
}

func placeOf(who Caller, server app.Ref) string { return who.key() + " " + server.String() }

// Told returns when a caller was last told what others did, and notes that it is told now; the zero time the first
// time.
func (c *Callers) Told(who Caller, now time.Time) (before time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.told) >= callersKept {
		clear(c.told)
	}
	before = c.told[who.key()]
	c.told[who.key()] = now
	c.saveSoon()
	return before
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
		*s = saved{Read: map[string]string{}, Told: map[string]time.Time{}}
		for key, cursor := range c.read {
			s.Read[key] = cursor
		}
		for key, at := range c.told {
			s.Told[key] = at
		}
		return nil
	})
}

// deed is what a caller did.
type deed struct {
	by   Caller
	what any
	at   time.Time
}

// deedsKept bounds what is remembered of the doings of callers.
const deedsKept = 200

// Did notes what a caller did, for its client's other sessions.
func (c *Callers) Did(who Caller, what any, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deeds = append(c.deeds[max(0, len(c.deeds)+1-deedsKept):], deed{who, what, now})
}

// OtherCallers returns what other sessions of the same client did since a moment.
func OtherCallers[T any](c *Callers, who Caller, since time.Time) (list []T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, d := range c.deeds {
		if what, ok := d.what.(T); ok && d.by.Name == who.Name && d.by.session != who.session && d.at.After(since) {
			list = append(list, what)
		}
	}
	return list
}
