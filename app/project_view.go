package app

import (
	"slices"
	"sort"

	"devservers/app/config"
	"devservers/app/ports"
)

// Projects lists all registered projects by id.
func (s *Supervisor) Projects() []ProjectView {
	s.decls.refreshAll()
	held := ports.Held()
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]ProjectView, 0, len(s.projects))
	for _, id := range s.ids() {
		list = append(list, s.view(s.projects[id], held))
	}
	return list
}

// Project gives one project: by its id, its name where that is unique, or a directory in it.
func (s *Supervisor) Project(id string) (ProjectView, error) {
	p, err := s.find(id)
	if err != nil {
		return ProjectView{}, err
	}
	s.decls.refresh(p.id)
	held := ports.Held()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.view(p, held), nil
}

// view is how p is shown; mu is held.
func (s *Supervisor) view(p *project, held map[int]bool) ProjectView {
	v := ProjectView{
		ID: p.id, Name: p.reg.Name, Path: p.reg.Path, ConfigFile: p.file(), LastAccessed: p.reg.LastAccessed,
		Problem: p.problem, Servers: []Status{}, Tasks: []Status{},
	}
	if p.problem == nil {
		v.SHA256, v.Trust = p.conf.SHA256, p.trust
	}
	for _, w := range p.conf.Warnings {
		v.Warnings = append(v.Warnings, w.String())
	}
	v.Warnings = append(v.Warnings, p.envFaults...)
	if p.overlay != nil {
		v.Warnings = append(v.Warnings, p.overlay.Error()+": changes to env and port are not applied")
	}
	for _, m := range p.inOrder() {
		st := s.outside(s.statusOf(p, m), held)
		if st.Kind == config.KindTask {
			v.Tasks = append(v.Tasks, st)
		} else {
			v.Servers = append(v.Servers, st)
		}
	}
	return v
}

// inOrder gives the servers and tasks as the file declares them, then those that it does not declare any more.
func (p *project) inOrder() []*managed {
	var list []*managed
	for _, spec := range slices.Concat(p.conf.Servers, p.conf.Tasks) {
		if m := p.servers[spec.Name]; m != nil {
			list = append(list, m)
		}
	}
	var rest []*managed
	for _, m := range p.servers {
		if !slices.Contains(list, m) {
			rest = append(rest, m)
		}
	}
	sort.Slice(rest, func(i, j int) bool { return rest[i].ref.Name < rest[j].ref.Name })
	return append(list, rest...)
}
