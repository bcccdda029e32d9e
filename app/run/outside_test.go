package run

import (
	"os/exec"
	"syscall"
	"testing"
	"time"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
	"devservers/tests/fc"
)

// carrier starts a process that carries the id of a run and is not below its holder. ended is closed when it has ended.
func carrier(t *testing.T, id string) (ended chan struct{}) {
	t.Helper()
	cmd := exec.Command("sleep", "1000")
	cmd.Env = []string{process.Marker + "=" + id}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended = make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	t.Cleanup(func() { _ = cmd.Process.Kill(); <-ended })
	return ended
}

// TestStopEndsCarriersOutsideTheTree, which the manager sees, and without a manager the holder.
func TestStopEndsCarriersOutsideTheTree(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]func(r *Run) error{
		"with a manager": func(r *Run) error {
			return r.Stop(protocol.StopRequest{Signal: syscall.SIGTERM, Timeout: time.Minute, Cause: protocol.CauseAsked})
		},
		"without one": func(r *Run) error {
			r.Release()
			return r.Record().Holder.Signal(syscall.SIGTERM)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := start(t, "say", "hi")
			printed(t, r, "hi")
			ended := carrier(t, r.Record().ID)
			if err := stop(r); err != nil {
				t.Fatal(err)
			}
			select {
			case <-ended:
			case <-time.After(time.Minute):
				t.Error("it lives")
			}
		})
	}
}

// TestOneLookAnswersManyHolders: looks that begin after the question answer it, and few of them all.
func TestOneLookAnswersManyHolders(t *testing.T) {
	t.Parallel()
	var s looks
	ended := carrier(t, "outside-carried")
	answers := make(chan bool)
	for range 50 {
		go func() { answers <- s.carries("outside-carried") && !s.carries("outside-nobody") }()
	}
	for range 50 {
		if !<-answers {
			t.Error("a wrong answer")
		}
	}
	select {
	case <-ended:
		t.Error("the carrier was ended")
	default:
	}
}

// TestEndWithoutAnAnswerIsSeenByTheHolder has a manager that doesn't answer, if the holder asks at all: it may see by
// itself that all have ended.
func TestEndWithoutAnAnswerIsSeenByTheHolder(t *testing.T) {
	t.Parallel()
	s := spec(fc.Command("say", "hi"))
	dir, lock, err := makeFolder(t.TempDir(), &s)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	l, err := launch(dir, lock, protocol.HoldArg, s.ID, "p/s")
	if err == nil {
		err = l.w.Send(protocol.Message{Op: "spec", Spec: &s}, -1)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer l.kill()
	_ = l.w.SetReadDeadline(time.Now().Add(time.Minute))
	for {
		m, err := l.w.Receive()
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case m.Op == "hello":
			_ = l.w.Send(protocol.Message{Op: "stop", Stop: &protocol.StopRequest{Signal: syscall.SIGTERM,
				Timeout: time.Minute}}, -1)
		case m.Op == "final":
			if m.Record.Gone == nil {
				t.Errorf("%+v", m.Record)
			}
			return
		}
	}
}
