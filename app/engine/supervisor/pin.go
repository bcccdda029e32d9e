package supervisor

import (
	"fmt"

	"devservers/app"
	"devservers/app/base/words"
)

// Pin pins a server, so that agents and the idle timeout leave it alone, or removes the pin.
func (s *Supervisor) Pin(ref app.Ref, pinned bool, a app.Actor) (app.Result, error) {
	_, m, err := s.server(ref)
	if err != nil {
		return app.Result{}, err
	}
	if a.IsAgent() {
		return app.Result{}, app.Failf(app.CodeNeedsHuman, "devservers pin and the page do it",
			"only a person pins and unpins")
	}
	changed, err := s.Pins.Set(m.Ref, pinned, a)
	if err != nil {
		return app.Result{}, fmt.Errorf("cannot keep what is pinned: %w", err)
	}
	s.update(m.Wake) // so that its idle timeout is checked again
	st, err := s.Status(m.Ref)
	return app.Result{Status: st, Changed: changed, Message: words.Pinned(st.Name, pinned)}, err
}

// letBy returns an error if an agent's request would end a server that a person has pinned, or one that such a server
// needs.
func (m *managed) letBy(a app.Actor) error {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	return m.s.Pins.Lets(a, &m.Server, m.p)
}
