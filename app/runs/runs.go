// Package runs finds the kept runs of servers and tasks on disk: it lists, describes and prunes them. It knows only
// directories and records, not whether a manager oversees a run.
package runs

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"devservers/app"
	"devservers/app/run"
	"devservers/app/transcript"
)

// Store is the directory of all runs: one directory for each project, server and run. It holds no state.
type Store struct {
	Root string       // absolute
	URL  string       // of the manager, for the pages of runs
	Log  *slog.Logger // for runs that can't be removed
}

// Dir returns the directory of the runs of a server.
func (s Store) Dir(ref app.Ref) string { return filepath.Join(s.Root, ref.Project, ref.Name) }

// RunDir returns the directory of a kept run of a server, or an error if it isn't kept.
func (s Store) RunDir(ref app.Ref, id string) (string, error) {
	if !app.IsRunID(id) || !slices.Contains(s.IDs(ref), id) {
		return "", Unknown(ref, id)
	}
	return filepath.Join(s.Dir(ref), id), nil
}

// ViewerURL returns the address of the page of a run.
func (s Store) ViewerURL(ref app.Ref, id string) string {
	return s.URL + "/p/" + ref.Project + "/" + ref.Name + "/runs/" + id
}

// IDs returns the ids of the kept runs of a server, oldest first: ids sort by time.
func (s Store) IDs(ref app.Ref) []string {
	entries, err := os.ReadDir(s.Dir(ref))
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

// Latest loads the record of the last run of a server; false if there is none or it can't be read.
func (s Store) Latest(ref app.Ref) (dir string, rec run.Record, ok bool) {
	ids := s.IDs(ref)
	if len(ids) == 0 {
		return "", rec, false
	}
	dir = filepath.Join(s.Dir(ref), ids[len(ids)-1])
	rec, err := run.Load(dir)
	return dir, rec, err == nil
}

// Lives reports whether the last run of a server isn't known to be over.
func (s Store) Lives(ref app.Ref) bool {
	_, rec, ok := s.Latest(ref)
	return ok && rec.Gone == nil
}

// All returns each server and task that has a directory of runs, by project.
func (s Store) All() (refs []app.Ref) {
	for _, project := range directories(s.Root) {
		for _, name := range directories(filepath.Join(s.Root, project)) {
			refs = append(refs, app.Ref{Project: project, Name: name})
		}
	}
	return refs
}

// Living returns the names of the servers and tasks of a project whose last run isn't known to be over.
func (s Store) Living(project string) (names []string) {
	for _, name := range directories(filepath.Join(s.Root, project)) {
		if s.Lives(app.Ref{Project: project, Name: name}) {
			names = append(names, name)
		}
	}
	return names
}

func directories(dir string) (list []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			list = append(list, e.Name())
		}
	}
	return list
}

// LeftRunning returns the servers and tasks that still have running processes although there may be no manager: a
// manager that was killed, or ended with --keep-servers, leaves them to the next. It reads files and processes, and
// changes nothing.
func (s Store) LeftRunning() (left []app.Ref) {
	for _, ref := range s.All() {
		_, rec, ok := s.Latest(ref)
		if ok && rec.Gone == nil && (rec.Holder.Alive() || rec.Leader.Alive()) {
			left = append(left, ref)
		}
	}
	return left
}

// List returns descriptions of the kept runs of a server or task, newest first.
func (s Store) List(ref app.Ref) []app.RunInfo {
	list := []app.RunInfo{}
	for _, id := range slices.Backward(s.IDs(ref)) {
		dir := filepath.Join(s.Dir(ref), id)
		if rec, err := run.Load(dir); err == nil {
			list = append(list, s.info(dir, rec))
		}
	}
	return list
}

func (s Store) info(dir string, rec run.Record) app.RunInfo {
	i := app.RunInfo{
		ID: rec.ID, Project: rec.Project, Server: rec.Server, Kind: rec.Kind, Command: rec.Argv, Dir: rec.Dir, Port: rec.Port,
		Actor: *app.ActorOf(rec.Actor), StartedAt: rec.Started, ReadyAt: rec.Ready,
		Exit: Exit(rec.End), ViewerURL: s.ViewerURL(app.Ref{Project: rec.Project, Name: rec.Server}, rec.ID),
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
