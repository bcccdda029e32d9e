package supervisor

import (
	"strings"
	"testing"
	"time"

	"devservers/app"
)

// TestStartWithoutWaitReturnsItsRun covers that the log of the run can be read right after the answer.
func TestStartWithoutWaitReturnsItsRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC say hi, ready: {log: never}}\n"), Name: "a"}
	for range 5 {
		r, err := w.sup.Start(t.Context(), ref, StartOptions{Actor: me, Wait: "none"})
		if err != nil || r.State != app.Starting || r.PID == 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		l, err := w.sup.OpenLog(ref, r.Run)
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
		w.stop(ref)
	}
}

// TestStartWithoutWaitDoesNotWaitForNeeds covers that the answer, and the log, describe what the start waits for.
func TestStartWithoutWaitDoesNotWaitForNeeds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  db: {command: FC say hi, ready: {log: never}}\n"+
		"  a: {command: FC say hi, depends_on: db}\n"), Name: "a"}
	r, err := w.sup.Start(t.Context(), ref, StartOptions{Actor: me, Wait: "none"})
	if err != nil || r.State != app.Waiting || r.Reason != "needs db to be ready" {
		t.Fatalf("%+v, %v", r, err)
	}
	_, err = w.sup.OpenLog(ref, "")
	if e := failure(t, err, app.CodeNotFound); !strings.Contains(e.Detail, "needs db to be ready") {
		t.Error(e.Detail)
	}
}

// TestStartWithoutWaitReturnsKnownFailure covers a missing command, which is found before anything runs.
func TestStartWithoutWaitReturnsKnownFailure(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: no-such-program}\n"), Name: "a"}
	_, err := w.sup.Start(t.Context(), ref, StartOptions{Actor: me, Wait: "none"})
	failure(t, err, app.CodeExecutable)
}

// TestAnswerIsOfItsOwnRequest: what an earlier start failed with is not an answer to a restart that waits for its end,
// or that a stop prevented.
func TestAnswerIsOfItsOwnRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC slowstop 2s, ready: {log: ^never printed$, "+
		"timeout: 100ms}}\n"), Name: "a"}
	_, err := w.start(ref)
	failure(t, err, app.CodeNotReady)
	restarted := make(chan error, 1)
	go func() {
		_, err := w.sup.Restart(t.Context(), ref, StartOptions{Actor: me})
		restarted <- err
	}()
	w.until(ref, "stops", isIn(app.Stopping))
	if r, err := w.sup.Start(t.Context(), ref, StartOptions{Actor: me, Timeout: time.Millisecond}); err != nil ||
		r.Failure != nil {
		t.Errorf("a start that still waits: %+v, %v", r, err)
	}
	w.stop(ref)
	if e := failure(t, <-restarted, app.CodeConflict); !strings.Contains(e.Detail, "stopped meanwhile") {
		t.Errorf("%+v", e)
	}
}
