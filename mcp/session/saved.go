package session

import (
	"maps"
	"time"

	"devservers/app/base/home"
)

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
