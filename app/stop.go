package app

import (
	"context"
	"fmt"
	"strings"

	"devservers/app/run"
	"devservers/app/words"
)

// Stop ends a server's whole tree and returns when nothing of it is left.
func (s *Supervisor) Stop(ctx context.Context, ref Ref, o StartOptions) (Result, error) {
	p, m, err := s.request(ref, StartOptions{Actor: o.Actor})
	if err != nil {
		return Result{}, err
	}
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	if err := s.pinned(m.ref, o.Actor); err != nil {
		return Result{}, err
	}
	gen, before, was := 0, Stopped, false
	s.update(func() {
		before = m.status.State
		was = before.Up() || before == Backoff || before == Sleeping || m.seen < m.want.gen || m.want.along
		gen = m.ask(false, o.Actor, CauseAsked)
		s.stopAlong(p, m, o)
	})
	var st Status
	var r *run.Run
	err = s.await(ctx, func() bool {
		st, r = s.statusOf(p, m), m.run
		return o.Wait == WaitNone || m.seen >= gen && !p.hooksRun(m)
	})
	res := Result{Status: st, Changed: was, Cursor: Cursor(st.Run, 0)}
	if err != nil {
		return res, failf(CodeNotReady, "it is still stopping; look again: devservers status "+m.ref.String(), "%s has not ended yet: %s", m.ref, st.Reason)
	}
	res.Message = downMessage(st, r, was)
	if before == Backoff {
		res.Message = st.Name + " is stopped: it will not be started again by itself"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if failed := p.hooksFailed(m); was && o.Wait != WaitNone && failed != "" {
		res.Message += "; " + failed
	}
	if left := p.needing(m, func(d *managed) bool { return d.want.up && d.status.State.Up() }); was && len(left) > 0 {
		res.Message += "; still running though it needs it: " + strings.Join(left, ", ")
	}
	return res, nil
}

func downMessage(st Status, r *run.Run, was bool) string {
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
