package cli

import (
	"cmp"
	"context"
	"sync"

	"devservers/app"
	"devservers/cli/client"
)

// followAll prints new lines until the person ends it, which isn't a failure.
func (o logOptions) followAll(ctx context.Context, s *session, chosen []app.Status, view *logView) error {
	marks, errs := make(chan client.Mark, 256), make(chan error, len(chosen))
	following, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	for _, st := range chosen {
		f := client.FollowLog(s.Client, st, o.query(s.p.Color(s.p.Out)), marks, s.p.managerAway)
		all.Go(func() { errs <- f.Run(following) })
	}
	go func() { all.Wait(); close(marks) }()
	err := view.drain(marks, errs, stop)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// drain shows marks as they come, and flushes when no other is waiting. A follower's failure ends all.
func (v *logView) drain(marks <-chan client.Mark, errs <-chan error, stop func()) (failed error) {
	for {
		select {
		case m, ok := <-marks:
			if !ok {
				return cmp.Or(failed, firstOf(errs), v.close())
			}
			v.show(m)
			if len(marks) > 0 {
				continue
			}
			if v.out.Flush() != nil {
				stop()
			}
		case err := <-errs:
			if err != nil && failed == nil {
				failed = err
				stop()
			}
		}
	}
}

// firstOf returns the first failure in errs, to which nobody writes any more.
func firstOf(errs <-chan error) error {
	for len(errs) > 0 {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}
