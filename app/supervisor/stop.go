package supervisor

import (
	"context"
	"fmt"
	"strings"

	"devservers/app"
	"devservers/app/run"
	"devservers/app/words"
)

// Stop ends a server's whole tree and returns when nothing of it is left.
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
	if err := s.pinned(m.ref, o.Actor); err != nil {
		return app.Result{}, err
	}
	gen, before, was := 0, app.Stopped, false
	s.update(func() {
		before = m.status.State
		was = before.Up() || before == app.Backoff || before == app.Sleeping || m.seen < m.want.gen || m.want.along
		gen = m.ask(false, o.Actor, app.CauseAsked)
		m.stopAlong(o)
	})
	var st app.Status
	var r *run.Run
	err = s.await(ctx, func() bool {
		st, r = m.statusOf(), m.run
		return o.Wait == app.WaitNone || m.seen >= gen && !p.hooksRun(m)
	})
	res := app.Result{Status: st, Changed: was, Cursor: app.Cursor(st.Run, 0)}
	if err != nil {
		return res, app.Failf(app.CodeNotReady, "it is still stopping; look again: devservers status "+m.ref.String(), "%s has not ended yet: %s", m.ref, st.Reason)
	}
	res.Message = downMessage(st, r, was)
	if before == app.Backoff {
		res.Message = st.Name + " is stopped: it will not be started again by itself"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if failed := p.hooksFailed(m); was && o.Wait != app.WaitNone && failed != "" {
		res.Message += "; " + failed
	}
	if left := p.needing(m, func(d *managed) bool { return d.want.up && d.status.State.Up() }); was && len(left) > 0 {
		res.Message += "; still running though it needs it: " + strings.Join(left, ", ")
	}
	return res, nil
}

func downMessage(st app.Status, r *run.Run, was bool) string {
	if !was {
		return st.Name + " was not running"
	}
	text := st.Name + " is stopped"
	if r == nil {
		return text
	}
	gone := r.Record().Gone
	if gone == nil {
		return text
	}
	text += fmt.Sprintf(" (took %s", words.Duration(gone.Took))
	if gone.Killed > 0 {
		text += fmt.Sprintf("; %d processes ignored the signal and were killed", gone.Killed)
	}
	return text + ")"
}
