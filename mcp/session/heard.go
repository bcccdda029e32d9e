package session

import (
	"maps"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/record/history"
)

// hearing is what a caller knows of others. Its maps and slices never change.
type hearing struct {
	All  int64            `json:"all"`            // number of the last deed that it was told, or that came before it
	In   map[string]int64 `json:"in,omitempty"`   // the same in projects of which it was told more
	Runs []string         `json:"runs,omitempty"` // whose ends its own answers have reported
	Mine string           `json:"mine,omitempty"` // the project that it named last
}

// The bounds of what is remembered of callers.
const (
	callersKept = 1024
	runsKept    = 32
)

// Hear returns the deeds of others that who has not been told, in one project or ("") in all, in the order of their
// ends, and notes that they are told now. Deeds of other projects stay news. The first call of a caller has none.
func (c *Callers) Hear(who Caller, h *history.Store, project string) []history.Entry {
	c.mu.Lock()
	last := h.Last()
	was := c.heard[who.key()]
	known := was.All > 0
	now := was
	if now.In = maps.Clone(was.In); project == "" || !known {
		now.All, now.In = max(last, 1), nil
	} else {
		if now.In == nil {
			now.In = map[string]int64{}
		}
		now.In[project] = last
	}
	c.hold(who, now)
	c.mu.Unlock()
	if !known {
		return nil
	}
	return slices.DeleteFunc(h.Deeds(max(was.All, was.In[project])), func(e history.Entry) bool {
		in, _, _ := strings.Cut(e.Target, "/")
		return e.Number > last || e.Number <= max(was.All, was.In[in]) || project != "" && in != project || who.did(e) ||
			e.Action == history.Crash && slices.Contains(was.Runs, e.Run)
	})
}

// hold remembers what a caller knows, in the place of the caller that heard least lately; c.mu is held.
func (c *Callers) hold(who Caller, h hearing) {
	if _, known := c.heard[who.key()]; !known && len(c.heard) >= callersKept {
		oldest := ""
		for key, one := range c.heard {
			if oldest == "" || one.latest() < c.heard[oldest].latest() {
				oldest = key
			}
		}
		delete(c.heard, oldest)
	}
	c.heard[who.key()] = h
	c.saveSoon()
}

// latest returns the number of the last deed before its newest call.
func (h hearing) latest() int64 { return slices.Max(append(slices.Collect(maps.Values(h.In)), h.All)) }

// did reports whether e is who's own deed.
func (who Caller) did(e history.Entry) bool {
	if e.Caller != "" {
		return e.Caller == who.key()
	}
	return e.Actor.IsAgent() && e.Actor.Client == who.Name
}

// Reported notes that an answer to who reports how a run ended.
func (c *Callers) Reported(who Caller, run string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if h := c.heard[who.key()]; run != "" && !slices.Contains(h.Runs, run) {
		h.Runs = append(slices.Clone(h.Runs[max(0, len(h.Runs)+1-runsKept):]), run)
		c.hold(who, h)
	}
}

// Names notes which project who has named.
func (c *Callers) Names(who Caller, ref app.Ref) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if h := c.heard[who.key()]; ref.Project != "" && h.Mine != ref.Project {
		h.Mine = ref.Project
		c.hold(who, h)
	}
}

// Mine returns the project that who named last; "" = none.
func (c *Callers) Mine(who Caller) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.heard[who.key()].Mine
}
