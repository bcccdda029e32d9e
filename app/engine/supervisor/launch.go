package supervisor

import (
	"devservers/app"
	"devservers/app/engine/health"
	"devservers/app/engine/server"
	"devservers/app/run"
)

// begin marks a start as in progress.
func (m *managed) begin(w server.Want) {
	m.s.update(func() {
		m.Begin(w)
		m.Status.Begin(w.Actor)
	})
}

// launch starts a run. It returns nil if the run could not be started; the status then explains why.
func (m *managed) launch(w server.Want) *run.Run {
	m.s.update(m.Launch)
	defer m.s.update(func() { m.Launches.Now = false })
	spec, fail := m.prepare(w)
	if fail != nil {
		return m.refuse(fail)
	}
	r, err := run.Start(m.s.Kept.Dir(m.Ref), spec)
	if err != nil {
		return m.refuse(m.notStarted(err))
	}
	m.begun(r)
	m.keep()
	m.lookForDrift()
	m.s.Files.Used(m.p.id)
	m.s.Kept.Prune(m.Ref, m.s.global.Settings().RunsKept)
	return r
}

// notStarted returns the failure of a run that could not be started.
func (m *managed) notStarted(err error) *app.Error {
	m.s.Machine.Note(err)
	if full := m.s.Kept.Full(m.Ref, err); full != nil {
		return full
	}
	if lack := app.KnownError(err); lack != nil {
		return lack
	}
	return app.Failf(app.CodeInternal, "look at "+m.s.o.Dirs.LogFile(), "cannot start %s: %v", m.Ref, err)
}

// refuse ends a start that failed before its run began.
func (m *managed) refuse(fail *app.Error) *run.Run {
	if m.s.ctx.Err() != nil { // it fails because this manager ends; the next one makes it
		return nil
	}
	m.s.update(func() {
		m.Status.Refused(fail)
		m.Want.Up = m.Want.Up && m.Want.Gen > m.Seen
	})
	m.keep()
	return nil
}

// begun fills the status from a run that has just started or was adopted.
func (m *managed) begun(r *run.Run) {
	rec := r.Record()
	m.s.Activity.Touch(m.Ref)
	m.s.update(func() {
		m.Run = r
		m.Status.Begun(rec, health.WaitsFor(m.Spec, rec.Port))
	})
}
