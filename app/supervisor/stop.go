package supervisor

import (
	"context"

	"devservers/app"
	"devservers/app/run"
	"devservers/app/words"
)

// Stop ends a server's whole process tree, and returns when nothing of it is left.
func (s *Supervisor) Stop(ctx context.Context, ref app.Ref, o StartOptions) (app.Result, error) {
	p, m, err := s.request(ref, StartOptions{Actor: o.Actor})
	if err != nil {
		return app.Result{}, err
	}
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	if err := s.Pins.Allow(m.ref, o.Actor); err != nil {
		return app.Result{}, err
	}
	gen, before, retry, was := 0, app.Stopped, false, false
	s.update(func() {
		before, retry = m.status.State, m.status.Retry != nil
		was = before.Up() || retry || before == app.Sleeping || m.seen < m.want.gen || m.want.along
		gen = m.ask(false, o.Actor, app.CauseAsked)
		m.stopAlong(o)
	})
	var st app.Status
	var r *run.Run
	err = s.mu.Await(ctx, func() bool {
		st, r = m.statusOf(), m.run
		return o.Wait == app.WaitNone || m.seen >= gen && len(p.hooksLeft(m)) == 0
	})
	res := app.Result{Status: st, Changed: was, Cursor: app.Cursor(st.Run, 0)}
	if err != nil {
		return res, app.FailAbout(app.CodeNotReady, "it is still stopping; look again: devservers status "+m.ref.String(), m.ref.String(), "has not ended yet: %s", st.Reason)
	}
	end := words.Stopped{Name: st.Name, NotRunning: !was, Retrying: retry}
	if r != nil && r.Record().Gone != nil {
		end.Took, end.Killed = r.Record().Gone.Took, r.Record().Gone.Killed
		for _, d := range r.Record().Gone.Denied {
			end.Denied = append(end.Denied, words.Denied(d))
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.Wait != app.WaitNone {
		end.Failed = p.hooksFailed(m)
	}
	end.StillUp = p.needing(m, func(d *managed) bool { return d.want.up && d.status.State.Up() })
	res.Message, res.Short = end.String(), end.Short()
	return res, nil
}
