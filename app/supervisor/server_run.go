package supervisor

import (
	"devservers/app"
	"devservers/app/runs"
)

// ServerRun is a server or task with its current or last run.
type ServerRun = runs.Server

// current returns the ServerRun of m; mu is held.
func (p *project) current(m *managed) ServerRun {
	st := &m.Status
	return ServerRun{
		Ref: m.Ref, Kind: m.Spec.Kind, Root: p.Reg.Path, Run: m.run, State: st.State, Reason: st.Reason.String(), StartedAt: st.StartedAt, ReadyAt: st.ReadyAt, EndedAt: st.EndedAt,
		WatchOff: m.Guard.Ignoring(), URL: st.URL, Check: m.Spec.Check, ReadyPage: m.Spec.Ready.Page(),
		EndedByItself: st.EndedByItself(),
		Watching:      st.State.Up() || m.WaitsForFix() || m.Want.Up && m.Pending(),
	}
}

// ServerRuns returns all servers and tasks, in no order.
func (s *Supervisor) ServerRuns() (list []ServerRun) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.projects {
		for _, m := range p.servers {
			list = append(list, p.current(m))
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
		list = append(list, p.current(m))
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
	return p.current(m), nil
}

// LatestRun returns the id of the current or last run of a server; "" if it has not run.
func (s *Supervisor) LatestRun(ref app.Ref) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.lookup(ref); m != nil && m.run != nil {
		return m.run.Record().ID
	}
	return ""
}
