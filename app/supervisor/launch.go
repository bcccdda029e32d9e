package supervisor

import (
	"devservers/app"
	"devservers/app/probe"
	"devservers/app/run"
	"devservers/app/words"
)

// begin marks a start as in progress.
func (m *managed) begin(w want) {
	m.s.update(func() {
		m.seen, m.raised = w.gen, nil
		m.status.Begin(w.actor)
	})
}

// launch starts a run. It returns nil if the run could not be started; the status then says why.
func (m *managed) launch(w want) *run.Run {
	m.s.update(func() { m.status.To(app.Starting, words.Reason{}); m.launching = true })
	defer m.s.update(func() { m.launching = false })
	spec, fail := m.prepare(w)
	if fail != nil {
		return m.refuse(fail)
	}
	r, err := run.Start(m.s.Kept.Dir(m.ref), spec)
	if err != nil {
		return m.refuse(app.Failf(app.CodeInternal, "look at "+m.s.o.Dirs.LogFile(), "cannot start %s: %v", m.ref, err))
	}
	m.begun(r)
	m.keep()
	m.lookForDrift()
	m.s.Files.Used(m.p.id)
	m.s.Kept.Prune(m.ref, m.s.global.Settings().RunsKept)
	return r
}

// refuse ends a start that failed before its run began.
func (m *managed) refuse(fail *app.Error) *run.Run {
	if m.s.ctx.Err() != nil { // it fails because this manager ends; the next one makes it
		return nil
	}
	m.s.update(func() {
		m.status.Refused(fail)
		m.want.up = m.want.up && m.want.gen > m.seen
	})
	m.keep()
	return nil
}

// begun fills the status from a run that has just started or was adopted.
func (m *managed) begun(r *run.Run) {
	rec := r.Record()
	m.s.Activity.Touch(m.ref)
	m.s.update(func() {
		m.run = r
		m.status.Begun(rec, probe.WaitsFor(m.spec, rec.Port))
	})
}
