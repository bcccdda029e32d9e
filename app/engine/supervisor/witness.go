package supervisor

import (
	"devservers/app"
	"devservers/app/engine/server"
)

// witness adds events for the changes of servers since the last call; mu is held.
func (s *Supervisor) witness() {
	for m := range s.all() {
		if now := server.FactsOf(&m.Status, m.Spec.Kind); m.told.Known() {
			m.tell(m.told.News(now, &m.Status, m.Want.Actor)...)
			m.told = now
		}
	}
}

// know starts the events of a server: changes before it was adopted are not news.
func (m *managed) know() {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	if !m.told.Known() {
		m.told = server.FactsOf(&m.Status, m.Spec.Kind)
	}
}

// tell adds events about m; mu is held.
func (m *managed) tell(list ...app.Event) {
	for _, e := range list {
		e.Project, e.Server, e.Kind = m.Ref.Project, m.Ref.String(), m.Spec.Kind
		m.s.Events.Add(e)
	}
}
