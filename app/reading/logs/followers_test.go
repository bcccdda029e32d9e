package logs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"devservers/app"
	"devservers/tests/apptest"
)

// TestManyFollowersGetEveryLineOnce: one of them is slower than the others.
func TestManyFollowersGetEveryLineOnce(t *testing.T) {
	t.Parallel()
	const followers, lines, runs = 8, 5000, 2
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", fmt.Sprintf("tasks:\n  print: {command: FC lines %d}\n", lines)),
		Name: "print"}
	w.run("print")
	first := w.Sup.LatestRun(ref)
	w.run("print")
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	var quick, slow sync.WaitGroup
	others := make(chan struct{}) // closed when all but the slow one have read all
	follow := func(i int) {
		seen, stop := 0, errors.New("enough")
		err := w.logs.Follow(ctx, Query{Ref: ref, Run: first, Direction: Forward}, func(p app.LogPage) error {
			for _, l := range p.Lines {
				if want := int64(seen%lines) + 1; l.Seq != want || l.Text != fmt.Sprintf("line %d", want) {
					return fmt.Errorf("line %d %q of %s after %d lines", l.Seq, l.Text, l.Run, seen)
				}
				seen++
			}
			if i == 0 {
				<-others
			}
			if seen == lines*runs {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) {
			t.Errorf("follower %d: %v after %d lines", i, err, seen)
		}
	}
	slow.Go(func() { follow(0) })
	for i := 1; i < followers; i++ {
		quick.Go(func() { follow(i) })
	}
	quick.Wait()
	close(others)
	slow.Wait()
}
