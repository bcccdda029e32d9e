package supervisor

import (
	"path/filepath"
	"slices"
	"time"

	"devservers/app/config"
	"devservers/app/probe"
	"devservers/app/run"
	"devservers/app/serving"
)

// adopt takes over the last run of a server. It returns a living run, for the caller to oversee, and fills the status
// from one that is over.
func (m *managed) adopt() *run.Run {
	run.Tidy(m.s.Kept.Dir(m.ref))
	ids := m.s.Kept.IDs(m.ref)
	for _, id := range slices.Backward(ids) {
		r, err := run.Adopt(filepath.Join(m.s.Kept.Dir(m.ref), id))
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
		url := addressOf(r)
		kept, _ := m.s.restarts.Get(m.ref)
		m.s.update(func() {
			m.want.up, m.status.URL, m.row.Tries = r.Record().Stop == nil, url, kept.Tries
			if m.serves() && m.subject().Must && !serving.Listens(m.subject()) {
				m.status.Silent = serving.Silence{Since: time.Now()}
				m.status.Serve()
			}
		})
		m.keep()
		m.lookForDrift()
		return r
	}
	return nil
}

// addressOf returns where a run that was ready listens now, so that the status has its address right after adoption.
func addressOf(r *run.Run) string {
	rec := r.Record()
	if rec.Ready == nil || rec.Over() {
		return ""
	}
	return probe.New(probe.Target{Run: r}).URL()
}

// recall fills the status from a run that is over.
func (m *managed) recall(r *run.Run) {
	rec := r.Record()
	m.s.update(func() {
		m.run = r
		m.status.Recall(rec)
	})
}

// manageUndeclared adopts those of the named servers that the file no longer declares, so that they can be seen and
// stopped; mu is held.
func (p *project) manageUndeclared(living []string) {
	for _, name := range living {
		if p.servers[name] == nil {
			p.manage(config.Server{
				Name: name, Kind: config.KindServer, WorkingDir: p.Reg.Path, PTY: true,
				Stop: config.Stop{Signal: config.DefaultStopSignal, Timeout: config.DefaultStopTimeout},
			}).gone = true
		}
	}
}
