package supervisor

import (
	"cmp"
	"slices"

	"devservers/app"
)

// LatestRun returns the id of the current or last run of a server; "" if it has not run.
func (s *Supervisor) LatestRun(ref app.Ref) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.lookup(ref); m != nil && m.run != nil {
		return m.run.Record().ID
	}
	return ""
}

// Refs returns the servers and tasks of projects that are among names, sorted by name. An empty list selects all. A
// name is project/server, or a server alone, which matches in each of the projects.
func (s *Supervisor) Refs(projects, names []string) []app.Ref {
	s.mu.Lock()
	defer s.mu.Unlock()
	var refs []app.Ref
	for id, p := range s.projects {
		if len(projects) > 0 && !slices.Contains(projects, id) {
			continue
		}
		for _, m := range p.servers {
			if len(names) == 0 || slices.Contains(names, m.ref.String()) || slices.Contains(names, m.ref.Name) {
				refs = append(refs, m.ref)
			}
		}
	}
	slices.SortFunc(refs, func(a, b app.Ref) int { return cmp.Compare(a.String(), b.String()) })
	return refs
}
