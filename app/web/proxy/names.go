package proxy

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"devservers/app"
)

// place is what a host name stands for.
type place struct {
	app.Status
	others []app.Ref // further servers with the same name: then none of them is meant
}

// names is the table of host names. It is made again when a name is looked up after a change of any server.
type names struct {
	source Hosted
	mu     sync.Mutex
	stale  <-chan struct{}
	places map[string]place
}

// Hosted is what the table is made from; the supervisor is one.
type Hosted interface {
	Projects() []app.ProjectView
	Changed() <-chan struct{}
}

// find returns the place of a host name without its port, in lower case.
func (n *names) find(host string) (place, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.places == nil || app.IsClosed(n.stale) {
		n.stale = n.source.Changed() // before the look, so that no change is missed
		n.places = table(n.source.Projects())
	}
	p, ok := n.places[host]
	return p, ok
}

// rank puts the projects that a person trusts before all others, which take no name from them.
func rank(v app.ProjectView) int {
	if v.Trusted() {
		return 0
	}
	return 1
}

func table(projects []app.ProjectView) map[string]place {
	places := map[string]place{}
	projects = slices.Clone(projects)
	slices.SortStableFunc(projects, func(a, b app.ProjectView) int { return cmp.Compare(rank(a), rank(b)) })
	trusted := map[string]bool{}
	for _, v := range projects {
		for _, st := range v.Servers {
			host := app.HostName(st.Ref())
			if host == "" {
				continue
			}
			p, taken := places[host]
			if taken && trusted[host] && rank(v) > 0 {
				continue // nobody has trusted the other
			}
			trusted[host] = trusted[host] || rank(v) == 0
			if taken {
				p.others = append(p.others, st.Ref())
			} else {
				p = place{Status: st}
			}
			places[host] = p
		}
	}
	return places
}

// target returns the address that a status is served at, such as localhost:5173; "" if it isn't known, or not HTTP.
func target(st app.Status) string {
	address, ok := strings.CutPrefix(st.URL, "http://")
	if !ok {
		return ""
	}
	return address
}
