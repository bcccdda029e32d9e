package supervisor

import (
	"devservers/app"
	"devservers/app/projects"
	"devservers/app/words"
	"strings"
)

// request returns the target of a request, and keeps the caller's environment for this and later starts of the project.
func (s *Supervisor) request(ref app.Ref, o StartOptions) (*project, *managed, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return nil, nil, err
	}
	s.Files.SetEnv(p.id, o.Env) // without the lock: it writes a file
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Activity.Touch(m.ref)
	if s.closing {
		return nil, nil, app.Failf(app.CodeConflict, "start it again: devservers serve", "the manager is ending")
	}
	return p, m, nil
}

// server returns a server or task; a project may be given as for find.
func (s *Supervisor) server(ref app.Ref) (*project, *managed, error) {
	p, err := s.find(ref.Project)
	if err != nil {
		return nil, nil, err
	}
	s.Files.Refresh(p.id)
	s.mu.Lock()
	m := p.servers[ref.Name]
	s.mu.Unlock()
	if m != nil {
		return p, m, nil
	}
	_, err = s.Files.ResolveIn(p.id, ref.Name)
	if err == nil { // it was removed just now
		err = projects.UnknownName(ref.Name, p.id+" has no server or task", nil)
	}
	return nil, nil, err
}

// statusOf returns a server's status, including what other parts own; mu is held.
func (m *managed) statusOf() app.Status {
	st := m.status.Shown()
	st.Project, st.Name, st.Kind = m.ref.Project, m.ref.Name, m.spec.Kind
	st.Want = map[bool]string{true: "up", false: "down"}[m.want.up]
	st.WatchOff = m.guard.Ignoring()
	st.Pinned = m.s.Pins.Has(m.ref)
	st.Overlay = m.overlay
	use := m.s.Meter.Usage(m.ref)
	st.CPU, st.Memory, st.Processes = use.CPU, use.Memory, use.Processes
	if m.s.shown != nil {
		out := m.s.shown(m.ref)
		st.Errors, st.Warnings = out.Errors, out.Warnings
		if st.State.Up() || st.EndedByItself() {
			st.Broken = out.Broken
		}
		if r := m.status.Reason; r.Kind == words.NotListening || r.Kind == words.NotAccepting {
			r.Detail = out.Newest
			st.Reason = r.String()
		}
	}
	st.Autostart, st.Command, st.Dir = m.spec.Autostart, m.spec.Command.Source, m.spec.WorkingDir
	if host := app.HostName(m.ref); host != "" && strings.HasPrefix(st.URL, "http://") {
		st.NamedURL = m.s.under(host)
	}
	if st.Port == 0 {
		st.Port = m.spec.Port.Number
		if m.spec.Port.Auto {
			st.Port = m.s.ports.Port(m.ref.String())
		}
	}
	if m.run != nil {
		st.Log = m.s.Kept.Dir(m.ref) + "/latest.log"
		st.ViewerURL = m.s.Kept.ViewerURL(m.ref, st.Run)
		st.ChangedSinceStart = m.driftOf()
		st.ConfigChanged = len(st.ChangedSinceStart) > 0
	}
	return st
}
