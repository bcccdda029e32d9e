package cli

import (
	"context"
	"sync"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/view"
)

// followAll prints new lines until the person ends it, which isn't a failure.
func (o logOptions) followAll(ctx context.Context, s *Session, chosen []app.Status, lines *view.Lines) error {
	marks, errs := make(chan client.Mark, 256), make(chan error, len(chosen))
	following, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	for _, st := range chosen {
		f := client.FollowLog(s.Client, st, o.query(s.Program.Color(s.Program.Out), !s.Program.JSON), marks,
			s.Program.managerAway)
		all.Go(func() { errs <- f.Run(following) })
	}
	go func() { all.Wait(); close(marks) }()
	err := lines.Drain(marks, errs, stop)
	if ctx.Err() != nil {
		return nil
	}
	return err
}
