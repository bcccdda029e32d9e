package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devservers/app/config"
	"devservers/app/run"
	"devservers/app/transcript"
)

// RunInfo is one run, living or over.
type RunInfo struct {
	ID        string     `json:"id"`
	Project   string     `json:"project"`
	Server    string     `json:"server"`
	Kind      string     `json:"kind"`
	Command   []string   `json:"command"`
	Dir       string     `json:"dir"`
	PID       int        `json:"pid,omitempty"`
	Port      int        `json:"port,omitempty"`
	Actor     Actor      `json:"actor"`
	StartedAt time.Time  `json:"started_at"`
	ReadyAt   *time.Time `json:"ready_at,omitempty"`
	EndedAt   *time.Time `json:"ended_at,omitempty"`
	Exit      *Exit      `json:"exit,omitempty"`
	Bytes     int64      `json:"bytes"` // kept of its transcript
	Lines     int64      `json:"lines"` // printed
	ViewerURL string     `json:"viewer_url"`
}

// runIDs lists the kept runs of a server, oldest first: ids sort by time.
func (s *Supervisor) runIDs(ref Ref) []string {
	entries, err := os.ReadDir(s.runsDir(ref))
	if err != nil {
		return nil
	}
	var ids []string
	for _, e := range entries {
		if e.IsDir() && isRunID(e.Name()) {
			ids = append(ids, e.Name())
		}
	}
	return ids
}

// adopt takes up the last run of a server: a living one is given back, to be overseen; one that is over fills the
// status.
func (s *Supervisor) adopt(m *managed) *run.Run {
	ids := s.runIDs(m.ref)
	for _, id := range slices.Backward(ids) {
		r, err := run.Adopt(filepath.Join(s.runsDir(m.ref), id))
		if err != nil {
			s.log.Warn("a run can't be read and is left alone", "run", id, "server", m.ref.String(), "error", err)
			continue
		}
		if r.Gone() {
			s.past(m, r)
			return nil
		}
		s.begun(m, r)
		s.update(func() { m.want.up = true })
		return r
	}
	return nil
}

// past fills the status from a run that is over.
func (s *Supervisor) past(m *managed, r *run.Run) {
	rec := r.Record()
	state, reason := endState(rec)
	s.update(func() {
		m.run = r
		m.to(state, reason)
		st := &m.status
		st.Since, st.Run, st.StartedAt, st.ReadyAt, st.EndedAt = rec.Gone.At, rec.ID, &rec.Started, rec.Ready, &rec.Gone.At
		st.Exit, st.Actor = exitOf(rec.End), &Actor{Kind: rec.Actor.Kind, Client: rec.Actor.Client}
	})
}

// manageUndeclared takes up living runs of servers that the file does not declare (any more), so that they can be
// seen and stopped; mu is held.
func (s *Supervisor) manageUndeclared(p *project) {
	entries, _ := os.ReadDir(filepath.Join(s.o.Dirs.RunsDir(), p.reg.ID))
	for _, e := range entries {
		ref := Ref{p.reg.ID, e.Name()}
		if p.servers[e.Name()] == nil && s.lives(ref) {
			s.manage(p, config.Server{
				Name: e.Name(), Kind: config.KindServer, WorkingDir: p.reg.Path, PTY: true,
				Stop: config.Stop{Signal: config.DefaultStopSignal, Timeout: config.DefaultStopTimeout},
			}).gone = true
		}
	}
}

// lives tells whether a server's last run is not known to be over.
func (s *Supervisor) lives(ref Ref) bool {
	ids := s.runIDs(ref)
	if len(ids) == 0 {
		return false
	}
	rec, err := run.Load(filepath.Join(s.runsDir(ref), ids[len(ids)-1]))
	return err == nil && rec.Gone == nil
}

// endStrangers ends runs of projects that are not registered any more: nobody could see or stop them.
func (s *Supervisor) endStrangers() {
	projects, _ := os.ReadDir(s.o.Dirs.RunsDir())
	for _, p := range projects {
		s.mu.Lock()
		known := s.projects[p.Name()] != nil
		s.mu.Unlock()
		if known {
			continue
		}
		servers, _ := os.ReadDir(filepath.Join(s.o.Dirs.RunsDir(), p.Name()))
		for _, e := range servers {
			s.endStranger(Ref{p.Name(), e.Name()})
		}
	}
}

func (s *Supervisor) endStranger(ref Ref) {
	if !s.lives(ref) {
		return
	}
	ids := s.runIDs(ref)
	r, err := run.Adopt(filepath.Join(s.runsDir(ref), ids[len(ids)-1]))
	if err != nil || r.Gone() {
		return
	}
	s.log.Warn("ending a run of a project that is not registered", "server", ref.String(), "run", r.Record().ID)
	_ = r.Stop(run.StopRequest{Signal: config.DefaultStopSignal, Timeout: config.DefaultStopTimeout, Cause: "asked"})
	select {
	case <-r.Done():
	case <-time.After(2 * config.DefaultStopTimeout):
		r.Release()
	}
}

// Runs lists the kept runs of a server or task, newest first.
func (s *Supervisor) Runs(ref Ref) ([]RunInfo, error) {
	_, m, err := s.server(ref)
	if err != nil {
		return nil, err
	}
	list := []RunInfo{}
	for _, id := range slices.Backward(s.runIDs(m.ref)) {
		dir := filepath.Join(s.runsDir(m.ref), id)
		if rec, err := run.Load(dir); err == nil {
			list = append(list, s.runInfo(dir, rec))
		}
	}
	return list, nil
}

func (s *Supervisor) runInfo(dir string, rec run.Record) RunInfo {
	i := RunInfo{
		ID: rec.ID, Project: rec.Project, Server: rec.Server, Kind: rec.Kind, Command: rec.Argv, Dir: rec.Dir, Port: rec.Port,
		Actor: Actor{Kind: rec.Actor.Kind, Client: rec.Actor.Client}, StartedAt: rec.Started, ReadyAt: rec.Ready,
		Exit: exitOf(rec.End), ViewerURL: s.viewerURL(Ref{rec.Project, rec.Server}, rec.ID),
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

// Log is one reader's view of a run's transcript. While it is open, the server counts as looked at.
type Log struct {
	*transcript.Reader
	Ref   Ref
	Run   string
	live  *run.Run // nil when the run was over already
	leave func()
}

// OpenLog opens the transcript of a run; "" is the current or the last one.
func (s *Supervisor) OpenLog(ref Ref, id string) (*Log, error) {
	_, m, err := s.server(ref)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	r := m.run
	s.mu.Unlock()
	if id == "" {
		if r == nil {
			return nil, failf(CodeNotFound, "start it: devservers start "+m.ref.String(), "%s has not run yet", m.ref)
		}
		id = r.Record().ID
	}
	if !isRunID(id) || !slices.Contains(s.runIDs(m.ref), id) {
		e := failf(CodeNotFound, "`devservers runs "+m.ref.String()+"` lists those that are kept", "%s has no run %s, or it is not kept any more", m.ref, quoteShort(id))
		return nil, e
	}
	t, err := transcript.Open(filepath.Join(s.runsDir(m.ref), id))
	if missing(err) {
		return nil, failf(CodeNotFound, "", "the run %s printed nothing that was kept", id)
	}
	if err != nil {
		return nil, err
	}
	l := &Log{Reader: t, Ref: m.ref, Run: id, leave: s.attend(m.ref)}
	if r != nil && r.Record().ID == id {
		l.live = r
	}
	return l, nil
}

// Changed is closed when the run has printed more, or is over. Take it, then read, then wait for it.
func (l *Log) Changed() <-chan struct{} {
	if l.live == nil {
		return nil
	}
	changed := l.live.Printed()
	if !l.live.Gone() {
		l.Arm()
	}
	return changed
}

// Over tells whether the run has ended and nothing more will come.
func (l *Log) Over() bool { return l.live == nil || l.live.Gone() }

// Close lets go of the transcript's files.
func (l *Log) Close() error {
	l.leave()
	return l.Reader.Close()
}

// prune removes the oldest runs of a server beyond the number that is kept, and the oldest of all beyond the size of
// all. Living runs stay.
func (s *Supervisor) prune(ref Ref) {
	keep := s.global.Settings()
	ids := s.runIDs(ref)
	for len(ids) > max(keep.RunsKept, 1) {
		s.remove(ref, ids[0])
		ids = ids[1:]
	}
	if keep.TranscriptsTotal > 0 {
		s.pruneTotal(keep.TranscriptsTotal)
	}
}

// keptRun is one run's folder, for pruning.
type keptRun struct {
	ref  Ref
	id   string
	size int64
}

func (s *Supervisor) pruneTotal(most int64) {
	var all []keptRun
	var total int64
	for _, p := range names(s.o.Dirs.RunsDir()) {
		for _, name := range names(filepath.Join(s.o.Dirs.RunsDir(), p)) {
			ref := Ref{p, name}
			for _, id := range s.runIDs(ref) {
				size := sizeOf(filepath.Join(s.runsDir(ref), id))
				all, total = append(all, keptRun{ref, id, size}), total+size
			}
		}
	}
	slices.SortFunc(all, func(a, b keptRun) int { return strings.Compare(a.id, b.id) })
	for _, k := range all {
		if total <= most {
			return
		}
		if s.remove(k.ref, k.id) {
			total -= k.size
		}
	}
}

func names(dir string) (list []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			list = append(list, e.Name())
		}
	}
	return list
}

func sizeOf(dir string) (n int64) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			n += info.Size()
		}
	}
	return n
}

// remove deletes a run's folder unless it lives; its readers keep what they have open.
func (s *Supervisor) remove(ref Ref, id string) bool {
	dir := filepath.Join(s.runsDir(ref), id)
	rec, err := run.Load(dir)
	if err != nil || rec.Gone == nil {
		return false
	}
	if err := os.RemoveAll(dir); err != nil {
		s.log.Warn("cannot remove an old run", "run", id, "error", err)
		return false
	}
	return true
}
