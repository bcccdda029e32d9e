package supervisor

import (
	"devservers/app"
	"devservers/app/facts"
)

// witness adds events for the changes of servers since the last call; mu is held.
func (s *Supervisor) witness() {
	for m := range s.all() {
		if now := facts.Of(&m.status, m.spec.Kind); m.told.Known() {
			m.tell(m.told.News(now, &m.status, m.want.actor)...)
			m.told = now
		}
	}
}

// know starts the events of a server: changes before it was adopted are not news.
func (m *managed) know() {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	if !m.told.Known() {
		m.told = facts.Of(&m.status, m.spec.Kind)
	}
}

// tell adds events of m; mu is held.
func (m *managed) tell(list ...app.Event) {
	for _, e := range list {
		e.Project, e.Server, e.Kind = m.ref.Project, m.ref.String(), m.spec.Kind
		m.s.Events.Add(e)
	}
}
