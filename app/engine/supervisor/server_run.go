package supervisor

import (
	"slices"

	"devservers/app"
	"devservers/app/record/history"
)

// ServerRun is a server or task with its current or last run.
type ServerRun = history.Subject

// ServerRuns returns all servers and tasks, in no order.
func (s *Supervisor) ServerRuns() (list []ServerRun) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.projects {
		for _, m := range p.servers {
			list = append(list, m.WithRun(p.Reg.Path))
		}
	}
	return list
}

// ProjectRuns returns the id of a project, which may be given as for Project, and its servers and tasks in the order of
// its file.
func (s *Supervisor) ProjectRuns(project string) (id string, list []ServerRun, err error) {
	p, err := s.find(project)
	if err != nil {
		return "", nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range p.inOrder() {
		list = append(list, m.WithRun(p.Reg.Path))
	}
	return p.id, list, nil
}

// ServerRun returns one server or task.
func (s *Supervisor) ServerRun(ref app.Ref) (ServerRun, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return ServerRun{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return m.WithRun(p.Reg.Path), nil
}

// LatestRun returns the id of the current or last run of a server; "" if it has not run.
func (s *Supervisor) LatestRun(ref app.Ref) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.lookup(ref); m != nil && m.Run != nil {
		return m.Run.Record().ID
	}
	return ""
}

// Reader returns the process below which a server's are, to tell who reads a file; 0: no other server of its project
// runs, so that it may be anybody, as in a container.
func (s *Supervisor) Reader(sr ServerRun) int {
	_, list, _ := s.ProjectRuns(sr.Ref.Project)
	if sr.Run == nil || !slices.ContainsFunc(list, func(o ServerRun) bool { return o.State.Up() && o.Ref != sr.Ref }) {
		return 0
	}
	return sr.Run.Record().Holder.PID
}
