package cli

import (
	"cmp"
	"context"
	"sync"

	"devservers/app"
	"devservers/cli/client"

	"devservers/cli/term"
)

// follow prints what comes until the person ends it: that is no failure.
func (p *program) follow(ctx context.Context, c *client.Client, o logOptions, chosen []app.Status, view *logView) error {
	marks, errs := make(chan client.Mark, 256), make(chan error, len(chosen))
	following, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	for _, st := range chosen {
		f := client.FollowLog(c, st, o.query(p.Color(p.Out)), marks, p.managerAway)
		all.Go(func() { errs <- f.Run(following) })
	}
	go func() { all.Wait(); close(marks) }()
	err := view.drain(marks, errs, stop)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// drain shows marks as they come, flushing when there is none to be shown at once. A follower's failure ends all.
func (v *logView) drain(marks <-chan client.Mark, errs <-chan error, stop func()) (failed error) {
	for {
		select {
		case m, ok := <-marks:
			if !ok {
				return cmp.Or[error](failed, cmp.Or[error](firstOf(errs), v.close()))
			}
			v.show(m)
			if len(marks) > 0 {
				continue
			}
			if v.flush() != nil {
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

// firstOf is the first failure that waits in errs. Nobody writes to it any more.
func firstOf(errs <-chan error) error {
	for len(errs) > 0 {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// managerAway reports, to the person who follows, that the manager is away.
func (p *program) managerAway() {
	if s := p.Style(p.Err); !p.json {
		p.Notef("%s\n", s.Paint(term.Dim, "the manager is not running; waiting for it"))
	}
}
