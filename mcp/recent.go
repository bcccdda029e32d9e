package mcp

// recent is a set of the names that were added last, at most so many of them. Its owner locks it.
type recent struct {
	most  int
	names map[string]bool
	order []string // the oldest first
}

func newRecent(most int) *recent { return &recent{most: most, names: map[string]bool{}} }

func (r *recent) has(name string) bool { return r.names[name] }

// add gives the name that had to go for this one; "" = none.
func (r *recent) add(name string) (gone string) {
	if r.names[name] {
		return ""
	}
	r.names[name] = true
	r.order = append(r.order, name)
	if len(r.order) <= r.most {
		return ""
	}
	gone, r.order = r.order[0], r.order[1:]
	delete(r.names, gone)
	return gone
}
