package supervisor

import (
	"maps"
	"slices"
	"sort"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/health"
)

// Projects returns all registered projects, sorted by id.
func (s *Supervisor) Projects() []app.ProjectView {
	s.Files.RefreshAll()
	by := s.elsewhere(s.all())
	s.mu.Lock()
	defer s.mu.Unlock()
	return words.Each(slices.Sorted(maps.Keys(s.projects)), func(id string) app.ProjectView {
		return s.projects[id].view(by)
	})
}

// Project returns one project by its id, its unique name, or a directory in it.
func (s *Supervisor) Project(id string) (app.ProjectView, error) {
	p, err := s.find(id)
	if err != nil {
		return app.ProjectView{}, err
	}
	s.Files.Refresh(p.id)
	by := s.elsewhere(maps.Values(p.servers))
	s.mu.Lock()
	defer s.mu.Unlock()
	return p.view(by), nil
}

// view returns p as clients see it; mu is held.
func (p *managedProject) view(by map[int]string) app.ProjectView {
	v := p.View()
	v.Environment = p.s.Files.Inherits(p.id)
	v.Servers = slices.Grow(v.Servers, len(p.Conf.Servers))
	for _, m := range p.inOrder() {
		st := health.ShownOutside(m.statusOf(), by)
		if st.Kind.IsTask() {
			v.Tasks = append(v.Tasks, st)
		} else {
			v.Servers = append(v.Servers, st)
		}
	}
	return v
}

// inOrder returns the servers and tasks in the order of the file, then the ones that it no longer declares.
func (p *managedProject) inOrder() []*managed {
	list := make([]*managed, 0, len(p.servers))
	for spec := range p.Conf.All() {
		if m := p.servers[spec.Name]; m != nil {
			list = append(list, m)
		}
	}
	if len(list) == len(p.servers) {
		return list
	}
	var rest []*managed
	for _, m := range p.servers {
		if !slices.Contains(list, m) {
			rest = append(rest, m)
		}
	}
	sort.Slice(rest, func(i, j int) bool { return rest[i].Ref.Name < rest[j].Ref.Name })
	return append(list, rest...)
}
