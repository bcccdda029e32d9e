package supervisor

import (
	"devservers/app"
	"devservers/app/config"
	"devservers/app/engine/health"
	"devservers/app/run"
	"devservers/app/run/protocol"
)

// adopt takes over the runs of a server. It returns the living one, for the caller to oversee, and fills the status
// from the last one if none lives.
func (m *managed) adopt() (living *run.Run) {
	living, doubles, last := m.s.Kept.Adopt(m.Ref)
	for _, r := range doubles {
		m.endDouble(r)
	}
	if living == nil {
		m.recall(last)
		return nil
	}
	m.takeOver(living)
	return living
}

// endDouble ends a living run of a server that has another one.
func (m *managed) endDouble(r *run.Run) {
	m.s.log.Warn("ending a run of a server that runs twice", "run", r.Record().ID, "server", m.Ref.String())
	_ = r.Stop(protocol.StopRequest{Signal: m.Spec.Stop.Signal, Timeout: m.Spec.Stop.Timeout, Cause: app.CauseAsked})
	m.s.wg.Go(func() {
		select {
		case <-r.Done():
		case <-m.s.ctx.Done():
			r.Release()
		}
	})
}

// takeOver fills the status from a living run.
func (m *managed) takeOver(r *run.Run) {
	m.begun(r)
	url := health.AddressOf(r)
	m.left, _ = m.s.restarts.Get(m.Ref)
	silent := m.isSilent()
	m.s.update(func() {
		m.Adopted(r.Record(), url, m.left, m.s.outcomes.Of(m.Ref), silent, m.s.ice.Has(r.Record().ID))
	})
	if !m.left.Pending(r.Record().ID) {
		m.keep()
	}
	m.lookForDrift()
}

// recall fills the status from the last run, which is over; nil if there is none.
func (m *managed) recall(r *run.Run) {
	if r != nil {
		rec := r.Record()
		m.s.update(func() {
			m.Run = r
			m.Status.Recall(rec)
		})
	}
	m.resume(r)
	m.s.update(func() { m.Status.Restore(m.s.outcomes.Of(m.Ref), false, false) })
}

// manageUndeclared adopts the named servers that the file no longer declares, so that they can be seen and
// stopped; mu is held.
func (p *managedProject) manageUndeclared(living []string) {
	for _, name := range living {
		if p.servers[name] == nil {
			p.manage(config.Server{
				Name: name, Kind: config.KindServer, WorkingDir: p.Reg.Path,
				Limits: config.Limits{PTY: true,
					Stop: config.Stop{Signal: config.DefaultStopSignal, Timeout: config.DefaultStopTimeout}},
			}).Gone = true
		}
	}
}
