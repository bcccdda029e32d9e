package app

import (
	"slices"
	"strings"

	"devservers/app/config/envvar"
)

// Environment explains what a server's next start would be given, by name. A file that cannot be read is an error.
func (s *Supervisor) Environment(ref Ref) ([]EnvVariable, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	server, d, port, changed := m.spec, p.declared, s.statusOf(p, m).Port, m.driftOf()
	s.mu.Unlock()
	env, fail := s.decls.environ(d, server, server.WorkingDir, port)
	if fail != nil {
		return nil, fail
	}
	list := make([]EnvVariable, 0, len(env))
	for name, v := range env {
		e := EnvVariable{Name: name, From: v.from, Instead: v.over}
		e.Value, e.Secret = envvar.Masked(name, v.value)
		list = append(list, e)
	}
	for _, name := range server.Unset {
		list = append(list, EnvVariable{Name: name, From: FromOverlay, Unset: true})
	}
	for i := range list {
		list[i].Changed = slices.Contains(changed, list[i].Name)
	}
	slices.SortFunc(list, func(a, b EnvVariable) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}
