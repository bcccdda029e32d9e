package supervisor_test

import (
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
)

// TestStartWithoutWaitReturnsItsRun covers that the log of the run can be read right after the answer.
func TestStartWithoutWaitReturnsItsRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC say hi, ready: {log: never}}\n"), Name: "a"}
	for range 5 {
		r, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Wait: "none"})
		if err != nil || r.State != app.Starting || r.PID == 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		l, err := w.Sup.OpenLog(ref, r.Run)
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
		w.Stop(ref)
	}
}

// TestStartWithoutWaitDoesNotWaitForNeeds covers that the answer, and the log, describe what the start waits for.
func TestStartWithoutWaitDoesNotWaitForNeeds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  db: {command: FC say hi, ready: {log: never}}\n"+
		"  a: {command: FC say hi, depends_on: db}\n"), Name: "a"}
	r, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Wait: "none"})
	if err != nil || r.State != app.Waiting || r.Reason != "needs db to be ready" {
		t.Fatalf("%+v, %v", r, err)
	}
	_, err = w.Sup.OpenLog(ref, "")
	if e := apptest.Failure(t, err, app.CodeNotFound); !strings.Contains(e.Detail, "needs db to be ready") {
		t.Error(e.Detail)
	}
}

// TestStartWithoutWaitReturnsKnownFailure covers a missing command, which is found before anything runs.
func TestStartWithoutWaitReturnsKnownFailure(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: no-such-program}\n"), Name: "a"}
	_, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Wait: "none"})
	apptest.Failure(t, err, app.CodeExecutable)
}

// TestAnswerIsOfItsOwnRequest: what an earlier start failed with is not an answer to a restart that waits for its end,
// or that a stop prevented.
func TestAnswerIsOfItsOwnRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC slowstop 2s, ready: {log: ^never printed$, "+
		"timeout: 100ms}}\n"), Name: "a"}
	_, err := w.Start(ref)
	apptest.Failure(t, err, app.CodeNotReady)
	restarted := make(chan error, 1)
	go func() {
		_, err := w.Sup.Restart(t.Context(), ref, asMe)
		restarted <- err
	}()
	w.Until(ref, "stops", isIn(app.Stopping))
	if r, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Timeout: time.Millisecond}); err != nil ||
		r.Failure != nil {
		t.Errorf("a start that still waits: %+v, %v", r, err)
	}
	w.Stop(ref)
	if e := apptest.Failure(t, <-restarted, app.CodeConflict); !strings.Contains(e.Detail, "stopped meanwhile") {
		t.Errorf("%+v", e)
	}
}
