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
	if !a.IsAgent() {
		return nil
	}
	seen := map[string]bool{}
	for names := []string{m.Ref.Name}; len(names) > 0; names = names[1:] {
		ref := app.Ref{Project: m.Ref.Project, Name: names[0]}
		if seen[ref.Name] {
			continue
		}
		seen[ref.Name] = true
		if err := m.s.Pins.Allow(ref, a); err != nil && ref != m.Ref {
			return app.FailAbout(app.CodeNeedsHuman, "ask the person to do it, or to unpin it: devservers unpin "+ref.String(),
				m.Ref.String(), "is needed by %s, which a person has pinned", ref)
		} else if err != nil {
			return err
		}
		if _, user, err := m.s.server(ref); err == nil {
			m.s.mu.Lock()
			names = append(names, user.UsedBy(user.p)...)
			m.s.mu.Unlock()
		}
	}
	return nil
}
