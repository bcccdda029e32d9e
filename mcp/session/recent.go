package session

import "sync"

// Recent is a set of the names added last, at most Most of them. Its methods are safe for concurrent use.
type Recent struct {
	Most  int
	mu    sync.Mutex
	names map[string]bool
	order []string // the oldest first
}

// NewRecent returns an empty set for most names.
func NewRecent(most int) *Recent { return &Recent{Most: most, names: map[string]bool{}} }

// Has reports whether name is in the set.
func (r *Recent) Has(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.names[name]
}

// Add adds name and returns the name that it displaced; "" = none.
func (r *Recent) Add(name string) (gone string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.names[name] {
		return ""
	}
	r.names[name] = true
	r.order = append(r.order, name)
	if len(r.order) <= r.Most {
		return ""
	}
	gone, r.order = r.order[0], r.order[1:]
	delete(r.names, gone)
	return gone
}
