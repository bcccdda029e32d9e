package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/run"
)

// ServerRun is a server or task with its current or last run, for packages that follow runs.
type ServerRun struct {
	Ref       app.Ref
	Kind      config.Kind
	Root      string   // directory of the project
	Run       *run.Run // the current or last run; nil if none is kept
	State     app.State
	Reason    string
	StartedAt *time.Time
	ReadyAt   *time.Time
	EndedAt   *time.Time
	// EndedByItself: the last run is over, and nobody requested that.
	EndedByItself bool
	Watching      bool   // it runs, or waits for an edit to start it
	WatchOff      string // why its watch is off; "" = it is not
	URL           string
	Check         config.Check
	ReadyPage     string // the path of its readiness check; "" = none on its own port
}

// RunID returns the id of the current or last run; "" if there is none.
func (r ServerRun) RunID() string {
	if r.Run == nil {
		return ""
	}
	return r.Run.Record().ID
}

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
