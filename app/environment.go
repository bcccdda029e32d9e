package app

import (
	"slices"
	"strings"

	"devservers/app/config"
)

// EnvVariable is one variable that a server's next start would be given, with where it is from.
type EnvVariable struct {
	Name    string   `json:"name"`
	Value   string   `json:"value"` // masked when it looks like a secret
	Secret  bool     `json:"secret,omitempty"`
	From    string   `json:"from"`              // shell, manager, devservers, devservers.yml, overlay, or an env file's path
	Instead []string `json:"instead,omitempty"` // of whose value, the latest last
	Unset   bool     `json:"unset,omitempty"`   // the overlay takes it away
	Changed bool     `json:"changed,omitempty"` // the run that is up was given another value
}

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
		e.Value, e.Secret = config.Masked(name, v.value)
		list = append(list, e)
	}
	for _, name := range server.Unset {
		list = append(list, EnvVariable{Name: name, From: fromOverlay, Unset: true})
	}
	for i := range list {
		list[i].Changed = slices.Contains(changed, list[i].Name)
	}
	slices.SortFunc(list, func(a, b EnvVariable) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// Inherited tells whether the variable is the shell's or the manager's own: not declared anywhere.
func (v EnvVariable) Inherited() bool { return v.From == fromShell || v.From == fromManager }
