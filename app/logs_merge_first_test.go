package app

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestAFollowerThatWaitsForTheFirstRunGetsItsLines(t *testing.T) {
	w := newWorld(t)
	for i := range 20 {
		w.project(fmt.Sprintf("p%d", i), "tasks:\n  say: {command: FC lines 3}\n")
	}
	for i := range 20 {
		ref := Ref{fmt.Sprintf("p%d", i), "say"}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		seen, stop := 0, errors.New("enough")
		followed := make(chan error, 1)
		at := w.sup.mergedNow(MergeQuery{})
		go func() {
			followed <- w.sup.FollowMerged(ctx, MergeQuery{At: at}, func(p MergedPage) error {
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
		_, _ = w.start(ref)
		if err := <-followed; !errors.Is(err, stop) {
			t.Errorf("%s: %v after %d lines", ref, err, seen)
		}
		cancel()
	}
}
