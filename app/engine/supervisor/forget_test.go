package supervisor_test

import (
	"context"
	"testing"

	"devservers/app"
	"devservers/tests/apptest"
)

// TestForgetRefusesStarts covers a start during a forget, which used to keep the forget from ending.
func TestForgetRefusesStarts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mkdir("shop")
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC ignore, stop: {timeout: 2s}}\n"), Name: "web"}
	w.MustStart(ref)
	forgotten := make(chan error, 1)
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	go func() { forgotten <- w.Sup.Forget(ctx, "shop", apptest.Me) }()
	w.Until(ref, "stops", func(s app.Status) bool { return s.State == app.Stopping })
	_, err := w.Start(ref)
	apptest.Failure(t, err, app.CodeConflict)
	if err := <-forgotten; err != nil {
		t.Fatal(err)
	}
	_, err = w.Sup.Project("shop")
	apptest.Failure(t, err, app.CodeNotFound)
	w.NoneLeft()
}

// TestIdleTimeoutLeavesTasksAlone covers that the idle timeout is only for servers: a task ends on its own.
func TestIdleTimeoutLeavesTasksAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mkdir("shop")
	id := w.Project("shop", "idle_timeout: 1s\nservers:\n  web: {command: FC echo}\ntasks:\n"+
		"  nap: {command: FC exit 0 3s}\n")
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	if _, err := w.Sup.RunTask(ctx, app.Ref{Project: id, Name: "nap"}, asMe); err != nil {
		t.Fatal(err)
	}
	_, _ = w.Start(app.Ref{Project: id, Name: "web"}) // it may be asleep again by the time of the answer
	w.Until(app.Ref{Project: id, Name: "web"}, "sleeps", func(s app.Status) bool { return s.State == app.Sleeping })
	st := w.Until(app.Ref{Project: id, Name: "nap"}, "ends",
		func(s app.Status) bool { return s.Exit != nil && !s.State.Up() })
	if st.Exit.Code == nil || *st.Exit.Code != 0 || st.Exit.Cause != "" {
		t.Errorf("the task ended with %+v, want exit code 0 by itself", *st.Exit)
	}
}
