package supervisor

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/config/envvar"
)

// Environment explains by name what a server's next start would be given. A file that cannot be read is an error.
func (s *Supervisor) Environment(ref app.Ref) ([]app.EnvVariable, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	server, d, port, changed := m.spec, p.Declared, m.statusOf().Port, m.driftOf()
	s.mu.Unlock()
	env, fail := s.Files.Environ(d, server, server.WorkingDir, port)
	if fail != nil {
		return nil, fail
	}
	list := make([]app.EnvVariable, 0, len(env))
	for name, v := range env {
		e := app.EnvVariable{Name: name, From: v.From, Instead: v.Over}
		e.Value, e.Secret = envvar.Masked(name, v.Value)
		list = append(list, e)
	}
	for _, name := range server.Unset {
		list = append(list, app.EnvVariable{Name: name, From: app.FromOverlay, Unset: true})
	}
	for i := range list {
		list[i].Changed = slices.Contains(changed, list[i].Name)
	}
	slices.SortFunc(list, func(a, b app.EnvVariable) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}
