package logs

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"devservers/app"
	"devservers/tests/apptest"
)

func TestFollowerGetsTheFirstRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 20 {
		w.Project(fmt.Sprintf("p%d", i), "tasks:\n  say: {command: FC lines 3}\n")
	}
	for i := range 20 {
		ref := app.Ref{Project: fmt.Sprintf("p%d", i), Name: "say"}
		ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
		seen, stop := 0, errors.New("enough")
		followed := make(chan error, 1)
		at := w.logs.Now(Query{})
		go func() {
			followed <- w.logs.FollowMerged(ctx, Query{At: at}, func(p app.MergedPage) error {
				for _, l := range p.Lines {
					if l.Server == ref.String() && !l.Partial {
						seen++
					}
				}
				if seen >= 3 {
					return stop
				}
				return nil
			})
		}()
		_, _ = w.Start(ref)
		if err := <-followed; !errors.Is(err, stop) {
			t.Errorf("%s: %v after %d lines", ref, err, seen)
		}
		cancel()
	}
}
