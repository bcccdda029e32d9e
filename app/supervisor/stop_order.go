package supervisor

import (
	"slices"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/words"
)

// stopAlong requests the stop of others before any of them has begun to stop, so that each waits for those that need
// it. A server that is pinned or does not exist is left to its own request, which reports that; mu is held.
func (m *managed) stopAlong(o StartOptions) {
	for _, name := range o.With {
		other := m.p.servers[name]
		if other != nil && other != m && other.want.up && m.s.Pins.Allow(other.ref, o.Actor) == nil {
			other.ask(false, o.Actor, app.CauseAsked)
			other.want.along = true
		}
	}
}

// needing returns the names, in order, of the servers and tasks that need m and for which is returns true; mu is held.
func (p *project) needing(m *managed, is func(*managed) bool) (names []string) {
	for name, other := range p.servers {
		needs := func(d config.Dependency) bool { return d.Name == m.ref.Name && d.Until != config.UntilCompleted }
		if other != m && is(other) && slices.ContainsFunc(other.spec.DependsOn, needs) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// held reports whether a stop has to wait because a server that needs this one is also stopping and has not ended.
// Circles are refused when the file is read, so the first to end waits for nobody.
func (o *overseer) held(w want) bool {
	if w.up {
		return false
	}
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	names := o.p.needing(o.m, func(d *managed) bool { return !d.want.up && d.status.State.Up() })
	if len(names) == 0 {
		return false
	}
	if reason := (words.Reason{Kind: words.WaitsForStop, About: words.And(names)}); o.m.status.Reason != reason {
		o.m.status.Reason = reason
		o.s.announce()
	}
	return true
}
