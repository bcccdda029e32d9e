package history

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/run"
	"devservers/app/run/protocol"
	"devservers/app/transcript"
)

// Runs is the directory of all runs: one directory for each project, server and run. Its only state is what Ended
// remembers.
type Runs struct {
	Root string       // absolute
	URL  string       // of the manager, for the pages of runs
	Log  *slog.Logger // for runs that can't be removed
	// Ended remembers runs that are over; nil = their records are read each time.
	Ended *Ended
}

// Dir returns the directory of the runs of a server.
func (s Runs) Dir(ref app.Ref) string { return filepath.Join(s.Root, ref.Project, ref.Name) }

// RunDir returns the directory of a kept run of a server, or an error if it isn't kept.
func (s Runs) RunDir(ref app.Ref, id string) (string, error) {
	if !app.IsRunID(id) {
		return "", unknown(ref, id)
	}
	dir := filepath.Join(s.Dir(ref), id)
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return "", unknown(ref, id)
	}
	return dir, nil
}

// ViewerURL returns the address of the page of a run.
func (s Runs) ViewerURL(ref app.Ref, id string) string {
	return s.URL + "/p/" + ref.Project + "/" + ref.Name + "/runs/" + id
}

// IDs returns the ids of the kept runs of a server, oldest first: ids sort by time. They are not to be changed.
func (s Runs) IDs(ref app.Ref) []string { return s.Ended.ids(s.Dir(ref)) }

// listIDs reads the ids of the runs in the directory of a server.
func listIDs(dir string) ([]string, error) {
	names, err := list(dir)
	return slices.Clip(runIDs(names)), err
}

// runIDs returns the names that are ids of runs.
func runIDs(names []string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return !app.IsRunID(name) })
}

// Before returns the newest kept run of a server that is older than id; "" = there is none.
func (s Runs) Before(ref app.Ref, id string) string {
	for _, earlier := range slices.Backward(s.IDs(ref)) {
		if earlier < id {
			return earlier
		}
	}
	return ""
}

// At returns the last kept run of a server that had begun at t; "" = there was none. The first digits of a run's id are
// the time when it began.
func (s Runs) At(ref app.Ref, t time.Time) string {
	const digits = 8
	return s.Before(ref, run.NewID(t)[:digits]+"~")
}

// Open returns the ids of the runs of a server that aren't known to be over, oldest first. Of those before the last
// one, only runs that have a socket count: reading all records would take a manager with many runs too long.
func (s Runs) Open(ref app.Ref) (open []string) {
	ids := runIDs(directories(s.Dir(ref)))
	for i, id := range ids {
		dir := filepath.Join(s.Dir(ref), id)
		if i < len(ids)-1 && !run.HasSocket(dir) {
			continue
		}
		if rec, err := protocol.Load(dir); err != nil || rec.Gone == nil {
			open = append(open, id)
		}
	}
	return open
}

// Adopt takes over the kept runs of a server: the newest that lives, other living ones, and the last if none lives. The
// living one need not have the highest id. A run that never began is removed, and the one before it may be the last.
func (s Runs) Adopt(ref app.Ref) (living *run.Run, doubles []*run.Run, last *run.Run) {
	run.Tidy(s.Dir(ref))
	open, began := s.Open(ref), false
	for _, id := range slices.Backward(runIDs(directories(s.Dir(ref)))) {
		if began && !slices.Contains(open, id) {
			continue
		}
		r, err := s.adopt(ref, id)
		began = began || !errors.Is(err, run.ErrNeverBegan)
		switch {
		case errors.Is(err, run.ErrNeverBegan):
		case err != nil:
			s.Log.Warn("a run can't be read and is left alone", "run", id, "server", ref.String(), "error", err)
		case !r.Gone() && living == nil:
			living = r
		case !r.Gone():
			doubles = append(doubles, r)
		case last == nil:
			last = r
		}
	}
	return living, doubles, last
}

func (s Runs) adopt(ref app.Ref, id string) (r *run.Run, err error) {
	err = process.Patiently(lookAgain, func() (err error) {
		r, err = run.Adopt(filepath.Join(s.Dir(ref), id))
		return err
	}, syscall.EIO)
	return r, err
}

// All returns each server and task that has a directory of runs, by project.
func (s Runs) All() (refs []app.Ref) {
	for _, project := range directories(s.Root) {
		for _, name := range directories(filepath.Join(s.Root, project)) {
			refs = append(refs, app.Ref{Project: project, Name: name})
		}
	}
	return refs
}

// Living returns the names of the servers and tasks of a project that have a run which isn't known to be over.
func (s Runs) Living(project string) []string {
	return words.Only(directories(filepath.Join(s.Root, project)), func(name string) bool {
		return len(s.Open(app.Ref{Project: project, Name: name})) > 0
	})
}

// Strays returns the projects that have living runs and are not known, each with a directory in which a run works.
func (s Runs) Strays(known func(project string) bool) map[string]string {
	strays := map[string]string{}
	for _, ref := range s.All() {
		if known(ref.Project) {
			continue
		}
		for _, id := range s.Open(ref) {
			if dir := filepath.Join(s.Dir(ref), id); run.Lives(dir) {
				rec, _ := protocol.Load(dir)
				strays[ref.Project] = rec.Dir
			}
		}
	}
	return strays
}

// lookAgain is how long what can't be read is tried again, for lack of descriptors or because the disk does not answer:
// it is not gone, and a server whose run was not found would be started twice.
const lookAgain = 10 * time.Second

// directories is list for those who look for living runs.
func directories(dir string) (names []string) {
	_ = process.Patiently(lookAgain, func() (err error) {
		names, err = list(dir)
		return err
	}, syscall.EIO)
	return names
}

// list returns the names of the directories in dir.
func list(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// LeftRunning returns the servers and tasks that still have running processes although there may be no manager: a
// manager that was killed, or ended with --keep-servers, leaves them to the next. It reads files and processes, and
// changes nothing.
func (s Runs) LeftRunning() (left []app.Ref) {
	for _, ref := range s.All() {
		for _, id := range s.Open(ref) {
			if run.Lives(filepath.Join(s.Dir(ref), id)) {
				left = append(left, ref)
				break
			}
		}
	}
	return left
}

// List returns descriptions of the kept runs of a server or task, newest first.
func (s Runs) List(ref app.Ref) []app.RunInfo {
	list := []app.RunInfo{}
	for _, id := range slices.Backward(s.IDs(ref)) {
		dir := filepath.Join(s.Dir(ref), id)
		if rec, err := s.Ended.load(dir); err == nil {
			list = append(list, s.info(dir, rec))
		}
	}
	return list
}

// Recent is Runs.Recent. The record of the current run needn't be read.
func (d Desk) Recent(ref app.Ref, since time.Time) []app.RunInfo {
	s, _ := d.Find(ref)
	return d.Kept.Recent(ref, s.Run, since)
}

// Recent returns descriptions of the kept runs of a server or task that have not ended before since, newest first.
// Their transcripts aren't read: Bytes and Lines are 0. The record of the current run, if there is one, isn't either.
func (s Runs) Recent(ref app.Ref, current *run.Run, since time.Time) (list []app.RunInfo) {
	var now protocol.Record
	if current != nil {
		now = current.Record()
	}
	for _, id := range slices.Backward(s.IDs(ref)) {
		rec, err := now, error(nil)
		if id != now.ID {
			rec, err = s.Ended.load(filepath.Join(s.Dir(ref), id))
		}
		if err != nil {
			continue
		}
		if rec.End != nil && rec.End.At.Before(since) {
			break
		}
		list = append(list, s.described(rec))
	}
	return list
}

// Get returns the description of a kept run as Recent does, or an error if it isn't kept.
func (s Runs) Get(ref app.Ref, id string) (app.RunInfo, error) {
	dir, err := s.RunDir(ref, id)
	if err != nil {
		return app.RunInfo{}, err
	}
	rec, err := protocol.Load(dir)
	if err != nil {
		return app.RunInfo{}, unknown(ref, id)
	}
	return s.described(rec), nil
}

// described returns what the record of a run says.
func (s Runs) described(rec protocol.Record) app.RunInfo {
	i := app.RunInfo{
		ID: rec.ID, Project: rec.Project, Server: rec.Server, Kind: config.Kind(rec.Kind), Command: rec.Argv,
		Dir: rec.Dir, Port: rec.Port, Actor: app.Actor(rec.Actor), StartedAt: rec.Started, ReadyAt: rec.Ready,
		Exit: ExitOf(rec.End), ViewerURL: s.ViewerURL(app.Ref{Project: rec.Project, Name: rec.Server}, rec.ID),
	}
	if rec.Kind == string(config.KindTask) {
		i.Arguments = rec.Added
	}
	if rec.End == nil {
		i.PID = rec.Leader.PID
	} else {
		i.EndedAt = &rec.End.At
	}
	return i
}

func (s Runs) info(dir string, rec protocol.Record) app.RunInfo {
	i := s.described(rec)
	if t, err := transcript.Open(dir); err == nil {
		b := t.Bounds()
		i.Bytes, i.Lines = b.Bytes, b.Last
		t.Close()
	}
	return i
}
