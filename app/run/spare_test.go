package run

import (
	"context"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
	"devservers/tests/fc"
)

// offered starts a spare, and offers it to starts. taken is closed when one has it, or when the test is over.
func offered(t *testing.T) (s *launched, taken chan struct{}) {
	t.Helper()
	s, err := launch("/", nil, protocol.HoldArg)
	if err != nil {
		t.Fatal(err)
	}
	s.answered, taken = make(chan struct{}), make(chan struct{})
	ctx := t.Context()
	go func() {
		defer close(taken)
		select {
		case spares <- s:
		case <-ctx.Done():
			s.kill()
		}
	}()
	t.Cleanup(func() { <-taken })
	return s, taken
}

// startWith starts runs until one has taken the spare, and returns that one.
func startWith(t *testing.T, s *launched, spec protocol.Spec) *Run {
	t.Helper()
	for {
		r := startSpec(t, spec)
		if closed(s.answered) {
			return r
		}
		end(t, r)
	}
}

// TestSpareRunsAsAnyHolder: its command finds the same environment, directory, limits and descriptors, and the holder
// has the lock and the folder of its run.
func TestSpareRunsAsAnyHolder(t *testing.T) {
	command := spec([]string{"/bin/sh", "-c", "env | grep -v DEVSERVERS_RUN | sort; pwd; ulimit -a; ls /proc/self/fd; " +
		"echo ready; sleep 1000"})
	command.FileLimit, command.Dir = 1<<30, t.TempDir()
	fresh := startSpec(t, command)
	want := printed(t, fresh, "ready")
	s, _ := offered(t)
	r := startWith(t, s, command)
	if r.Record().Holder.PID != s.process.Pid {
		t.Errorf("the spare %d was taken, the holder is %d", s.process.Pid, r.Record().Holder.PID)
	}
	if got := printed(t, r, "ready"); !slices.Equal(got, want) {
		t.Errorf("%q instead of %q", got, want)
	}
	if dir := process.WorkingDir(r.Record().Holder.PID); dir != r.Dir {
		t.Errorf("it is in %s", dir)
	}
	if !Lives(r.Dir) {
		t.Error("it has no lock")
	}
	r.Release()
	again, err := Adopt(r.Dir)
	if err != nil || again.Gone() || again.Record().Leader != r.Record().Leader {
		t.Fatalf("the next manager finds %+v, %v", again, err)
	}
	t.Cleanup(func() { end(t, again) })
}

func TestSpareEndsWithItsManager(t *testing.T) {
	s, err := launch("/", nil, protocol.HoldArg)
	if err != nil {
		t.Fatal(err)
	}
	s.w.Close()
	if state, err := s.process.Wait(); err != nil || !state.Success() {
		t.Errorf("%v %v", state, err)
	}
}

func TestKeepSpareLeavesNone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { KeepSpare(ctx); close(ended) }()
	s := <-spares
	s.kill()
	next := <-spares
	next.release()
	cancel()
	<-ended
	next.w.Close()
	_, _ = next.process.Wait()
	fc.Until(t, "no child is left", func() bool { return len(children(t)) == 0 })
}

// TestNextSpareWaitsForQuiet: it isn't made beside many starts.
func TestNextSpareWaitsForQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begun atomic.Int64
		first := time.Now()
		go func() {
			for range 10 {
				time.Sleep(spareQuiet / 2)
				begun.Add(1)
			}
		}()
		if untilQuiet(t.Context(), &begun); time.Since(first) < 6*spareQuiet {
			t.Errorf("after %s, while runs were started", time.Since(first))
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		untilQuiet(ended, &begun)
	})
}

// children lists the spares that this process has.
func children(t *testing.T) (list []int) {
	t.Helper()
	all, err := process.Listing()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range process.Below(all, os.Getpid()) {
		if process.Program(p.PID) == "devservers "+protocol.HoldArg {
			list = append(list, p.PID)
		}
	}
	return list
}

// TestDeadSpareCostsNoRun kills spares before a start takes them, and when it has.
func TestDeadSpareCostsNoRun(t *testing.T) {
	command := spec([]string{"/bin/sleep", "1000"})
	s, _ := offered(t)
	_ = s.process.Kill()
	if r := startWith(t, s, command); !r.Record().Leader.Alive() {
		t.Errorf("the spare was dead: %+v", r.Record())
	}
	s, taken := offered(t)
	_ = s.process.Signal(syscall.SIGSTOP) // so that the start waits for its answer
	var killed sync.WaitGroup
	killed.Go(func() {
		<-taken
		_ = s.process.Kill()
	})
	if r := startWith(t, s, command); !r.Record().Leader.Alive() {
		t.Errorf("the spare had died with the spec: %+v", r.Record())
	}
	killed.Wait()
}

// TestSignalEndsASpare: it has no tree to end first.
func TestSignalEndsASpare(t *testing.T) {
	s, err := launch("/", nil, protocol.HoldArg)
	if err != nil {
		t.Fatal(err)
	}
	defer s.w.Close()
	if err := s.process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if state, err := s.process.Wait(); err != nil || state.Exited() && !state.Success() {
		t.Errorf("%v %v", state, err)
	}
}
