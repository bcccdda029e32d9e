package supervisor

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"

	"devservers/app"
	"devservers/app/run"
	"devservers/app/transcript"
)

// LatestRun returns the id of the current or the last run of a server; "" when it has not run.
func (s *Supervisor) LatestRun(ref app.Ref) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.lookup(ref); m != nil && m.run != nil {
		return m.run.Record().ID
	}
	return ""
}

// Refs returns the servers and tasks of some projects (none = all) that are among names (none = all), in the order of
// their names. A name is project/server, or server alone in each of the projects.
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

// RunIDs returns the ids of the kept runs of a server, oldest first: ids sort by time.
func (s *Supervisor) RunIDs(ref app.Ref) []string {
	entries, err := os.ReadDir(s.runsDir(ref))
	if err != nil {
		return nil
	}
	var ids []string
	for _, e := range entries {
		if e.IsDir() && app.IsRunID(e.Name()) {
			ids = append(ids, e.Name())
		}
	}
	return ids
}

// Runs lists the kept runs of a server or task, newest first.
func (s *Supervisor) Runs(ref app.Ref) ([]app.RunInfo, error) {
	_, m, err := s.server(ref)
	if err != nil {
		return nil, err
	}
	list := []app.RunInfo{}
	for _, id := range slices.Backward(s.RunIDs(m.ref)) {
		dir := filepath.Join(s.runsDir(m.ref), id)
		if rec, err := run.Load(dir); err == nil {
			list = append(list, s.runInfo(dir, rec))
		}
	}
	return list, nil
}

func (s *Supervisor) runInfo(dir string, rec run.Record) app.RunInfo {
	i := app.RunInfo{
		ID: rec.ID, Project: rec.Project, Server: rec.Server, Kind: rec.Kind, Command: rec.Argv, Dir: rec.Dir, Port: rec.Port,
		Actor: *app.ActorOf(rec.Actor), StartedAt: rec.Started, ReadyAt: rec.Ready,
		Exit: exitOf(rec.End), ViewerURL: s.viewerURL(app.Ref{Project: rec.Project, Name: rec.Server}, rec.ID),
	}
	if rec.End == nil {
		i.PID = rec.Leader.PID
	} else {
		i.EndedAt = &rec.End.At
	}
	if t, err := transcript.Open(dir); err == nil {
		b := t.Bounds()
		i.Bytes, i.Lines = b.Bytes, b.Last
		t.Close()
	}
	return i
}
