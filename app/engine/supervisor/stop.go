package supervisor

import (
	"context"
	"slices"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/run"
)

// Stop ends a server's whole process tree, and returns when nothing of it is left.
func (s *Supervisor) Stop(ctx context.Context, ref app.Ref, o StartOptions) (app.Result, error) {
	p, m, err := s.request(ref, StartOptions{Actor: o.Actor})
	if err != nil {
		return app.Result{}, err
	}
	if err := m.letBy(o.Actor); err != nil {
		return app.Result{}, err
	}
	if s.follow.Has(m.Ref) {
		m.release()
		st, err := s.Status(m.Ref)
		return app.Result{Status: st, Changed: true, Message: st.Name +
			" is no longer followed; what serves its port keeps running", Short: "is no longer followed"}, err
	}
	if err := m.mayEnd(); err != nil {
		return app.Result{}, err
	}
	ctx, cancel := o.limited(ctx)
	defer cancel()
	with := slices.DeleteFunc(slices.Clone(o.With), func(name string) bool {
		_, other, err := s.server(app.Ref{Project: m.Ref.Project, Name: name})
		return err != nil || other.letBy(o.Actor) != nil
	})
	gen, end := 0, words.Stopped{Name: m.Ref.Name}
	s.update(func() {
		end.NotRunning, end.Retrying = !m.Stops(), m.Status.Retry != nil
		gen = m.Server.Stop(p, o.Actor, with)
	})
	var st app.Status
	var r *run.Run
	err = s.mu.AwaitLook(ctx, func() bool {
		return o.Wait == app.WaitNone && m.Stored(gen) || m.Seen >= gen && len(m.HooksLeft(p)) == 0
	}, func() { st, r = m.statusOf(), m.Run })
	res := app.Result{Status: st, Changed: !end.NotRunning, Cursor: app.Cursor(st.Run, 0)}
	if err != nil {
		return res, app.FailAbout(app.CodeNotReady, "it is still stopping; look again: devservers status "+m.Ref.String(),
			m.Ref.String(), "has not ended yet: %s", st.Reason)
	}
	m.describe(&end, r, o.Wait)
	res.Message, res.Short = end.String(), end.Short()
	return res, nil
}

// describe adds to end how the last run, the hooks after it and the servers that need m ended.
func (m *managed) describe(end *words.Stopped, r *run.Run, wait app.Wait) {
	if r != nil && r.Record().Gone != nil {
		end.Took, end.Killed = r.Record().Gone.Took, r.Record().Gone.Killed
		for _, d := range r.Record().Gone.Denied {
			end.Denied = append(end.Denied, words.Denied(d))
		}
	}
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	if wait != app.WaitNone {
		end.Failed = m.HooksFailed(m.p)
	}
	end.StillUp = m.UsedBy(m.p)
}
