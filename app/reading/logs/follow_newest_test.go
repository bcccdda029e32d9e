package logs

import (
	"context"
	"errors"
	"testing"

	"devservers/app"
	"devservers/tests/apptest"
)

// TestFollowerOfNewestRunsGoesOn starts a task again whose newest run is followed: the new run is the newest then.
func TestFollowerOfNewestRunsGoesOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Project("shop", "tasks:\n  a: {command: FC lines 3}\n")
	a := app.Ref{Project: "shop", Name: "a"}
	_, _ = w.Start(a)
	first := w.Until(a, "ended", app.Status.EndedByItself).Run
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	q := Query{Newest: true}
	q.At = w.logs.Now(q)
	_, _ = w.Start(a)
	enough := errors.New("enough")
	err := w.logs.FollowMerged(ctx, q, func(p app.MergedPage) error {
		for _, l := range p.Lines {
			if l.Run == first {
				t.Errorf("line %d of the first run comes again", l.Seq)
			}
		}
		return enough
	})
	if !errors.Is(err, enough) {
		t.Error("the next run isn't followed:", err)
	}
}
