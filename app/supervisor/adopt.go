package supervisor

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/run"
)

// adopt takes up the last run of a server: a living one is given back, to be overseen; one that is over fills the
// status.
func (m *managed) adopt() *run.Run {
	run.Tidy(m.s.runsDir(m.ref))
	ids := m.s.RunIDs(m.ref)
	for _, id := range slices.Backward(ids) {
		r, err := run.Adopt(filepath.Join(m.s.runsDir(m.ref), id))
		if err != nil {
			m.s.log.Warn("a run can't be read and is left alone", "run", id, "server", m.ref.String(), "error", err)
			continue
		}
		if r.Gone() {
			m.recall(r)
			m.resume(r)
			return nil
		}
		m.begun(r)
		url := m.s.addressOf(r)
		kept, _ := m.s.keeps.get(m.ref)
		m.s.update(func() { m.want.up, m.status.URL, m.tries = r.Record().Stop == nil, url, kept.Tries })
		m.keep()
		m.lookForDrift()
		return r
	}
	return nil
}

// addressOf finds where a run that was ready listens now, so that no status is without it after the taking up.
func (s *Supervisor) addressOf(r *run.Run) string {
	rec := r.Record()
	if rec.Ready == nil || rec.Over() {
		return ""
	}
	return (&probe{s: s, r: r, port: rec.Port}).url()
}

// recall fills the status from a run that is over.
func (m *managed) recall(r *run.Run) {
	rec := r.Record()
	state, reason := endState(rec)
	m.s.update(func() {
		m.run = r
		m.to(state, reason)
		st := &m.status
		st.Since, st.Run, st.StartedAt, st.ReadyAt, st.EndedAt = rec.Gone.At, rec.ID, &rec.Started, rec.Ready, &rec.Gone.At
		st.Exit, st.Actor = exitOf(rec.End), app.ActorOf(rec.Actor)
	})
}

// manageUndeclared takes up living runs of servers that the file does not declare (any more), so that they can be
// seen and stopped; mu is held.
func (p *project) manageUndeclared() {
	entries, _ := os.ReadDir(filepath.Join(p.s.o.Dirs.RunsDir(), p.id))
	for _, e := range entries {
		ref := app.Ref{Project: p.id, Name: e.Name()}
		if p.servers[e.Name()] == nil && p.s.lives(ref) {
			p.manage(config.Server{
				Name: e.Name(), Kind: config.KindServer, WorkingDir: p.Reg.Path, PTY: true,
				Stop: config.Stop{Signal: config.DefaultStopSignal, Timeout: config.DefaultStopTimeout},
			}).gone = true
		}
	}
}

// lives tells whether a server's last run is not known to be over.
func (s *Supervisor) lives(ref app.Ref) bool {
	ids := s.RunIDs(ref)
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
			s.endStranger(app.Ref{Project: p.Name(), Name: e.Name()})
		}
	}
}

func (s *Supervisor) endStranger(ref app.Ref) {
	if !s.lives(ref) {
		return
	}
	ids := s.RunIDs(ref)
	r, err := run.Adopt(filepath.Join(s.runsDir(ref), ids[len(ids)-1]))
	if err != nil || r.Gone() {
		return
	}
	s.log.Warn("ending a run of a project that is not registered", "server", ref.String(), "run", r.Record().ID)
	_ = r.Stop(run.StopRequest{Signal: config.DefaultStopSignal, Timeout: config.DefaultStopTimeout, Cause: app.CauseAsked})
	select {
	case <-r.Done():
	case <-time.After(2 * config.DefaultStopTimeout):
		r.Release()
	}
}
