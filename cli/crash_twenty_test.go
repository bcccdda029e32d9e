package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
)

const (
	twentyManagers = 20
	twentyCommands = 5 // rounds
)

// starter is one of many `devservers serve` at once.
type starter struct {
	cmd    *exec.Cmd
	stderr bytes.Buffer
	err    error
}

// TestOneOfTwentyManagersWinsAndTheOthersNameIt starts them as twenty terminals would. Every second time, the
// previous manager was killed and left its status.json behind.
func TestOneOfTwentyManagersWinsAndTheOthersNameIt(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	for i := range twentyRounds {
		h.twentyAtOnce()
		if i%2 == 0 {
			h.Must("stop", "--all")
		} else {
			h.KillManager()
		}
		if t.Failed() {
			t.Fatalf("in round %d", i)
		}
	}
}

func (h *testHome) twentyAtOnce() {
	h.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), homeLimit)
	defer cancel()
	ended := make(chan *starter, twentyManagers)
	var all []*starter
	for range twentyManagers {
		s := &starter{}
		s.cmd = exec.Command("devservers", "serve")
		s.cmd.Env, s.cmd.Dir, s.cmd.Stderr = h.Env, h.Dirs.Home, &s.stderr
		all = append(all, s)
	}
	for _, s := range all {
		if err := s.cmd.Start(); err != nil {
			h.T.Fatal(err)
		}
		go func() { s.err = s.cmd.Wait(); ended <- s }()
	}
	for range twentyManagers - 1 {
		select {
		case s := <-ended:
			h.checkLoser(s)
		case <-ctx.Done():
			h.T.Fatalf("a manager neither runs nor ends: %v", h.Processes())
		}
	}
	h.checkWinner(all)
}

// checkLoser checks that s ended with exit code 3 and named the winner.
func (h *testHome) checkLoser(s *starter) {
	h.T.Helper()
	st, running := h.Status()
	if !running {
		h.T.Fatalf("one has ended before another runs: exit code %d, %s", s.cmd.ProcessState.ExitCode(), &s.stderr)
	}
	says := s.stderr.String()
	who := fmt.Sprintf("PID %d", st.PID)
	if code := s.cmd.ProcessState.ExitCode(); code != exitRunning || !strings.Contains(says, who) ||
		!strings.Contains(says, st.URL) {
		h.T.Errorf("exit code %d, %q; want %d, and %s at %s", code, says, exitRunning, who, st.URL)
	}
}

// checkWinner checks that status.json names one of the starters, and that this one answers.
func (h *testHome) checkWinner(all []*starter) {
	h.T.Helper()
	st, _ := h.Status()
	found := false
	for _, s := range all {
		found = found || s.cmd.Process.Pid == st.PID
	}
	if !found {
		h.T.Errorf("status.json names PID %d, which is none of the twenty", st.PID)
	}
	if out := h.Must("status", "--json"); !strings.Contains(out, fmt.Sprintf(`"pid": %d`, st.PID)) {
		h.T.Errorf("devservers status says %s", out)
	}
	if n := h.managers(); n != 1 {
		h.T.Errorf("%d managers run", n)
	}
}

// managers counts them. A child of one that has the same command is about to become its spare holder.
func (h *testHome) managers() (n int) {
	serves := map[int]int{} // parents
	for _, p := range h.Processes() {
		if slices.Contains(p.Argv, "serve") {
			serves[p.PID] = p.PPID
		}
	}
	for _, parent := range serves {
		if _, is := serves[parent]; !is {
			n++
		}
	}
	return n
}

// TestTwentyConcurrentCommandsAreAnsweredByOneManager: any of the commands may be the one that starts the manager.
func TestTwentyConcurrentCommandsAreAnsweredByOneManager(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.File(crashProject+"/devservers.yml", "project: crash\nservers:\n"+
		"  a: {command: devservers fc say hi, ready: {log: hi}}\n")
	h.Must("trust", "--yes")
	for range twentyCommands {
		h.KillManager()
		var all sync.WaitGroup
		for i := range twentyManagers {
			all.Go(func() {
				h.answered([][]string{{"start"}, {"status", "--json"}, {"start", "--json"}, {"status"}}[i%4]...)
			})
		}
		all.Wait()
		if n := h.managers(); n != 1 {
			t.Errorf("%d managers run", n)
		}
		if ids := h.runs("a"); len(ids) != 1 || h.servers()["a"].Run != ids[0] {
			t.Errorf("the runs are %v, the status says %+v", ids, h.servers()["a"])
		}
	}
}

// answered calls devservers from any goroutine and checks that the call succeeds.
func (h *testHome) answered(args ...string) {
	h.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), homeLimit)
	defer cancel()
	cmd := h.Command(ctx, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGQUIT) } // shows where it hangs
	out, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		h.T.Errorf("devservers %v hangs: %s", args, out)
	case err != nil:
		h.T.Errorf("devservers %v: %v: %s", args, err, out)
	}
}

// TestManagerWaitsForTheLockHoldersAddress: the winner may not have published its address yet.
func TestManagerWaitsForTheLockHoldersAddress(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.Must("start")
	st, _ := h.Status()
	if err := syscall.Kill(st.PID, syscall.SIGSTOP); err != nil { // it would publish its address again
		t.Fatal(err)
	}
	defer func() { _ = syscall.Kill(st.PID, syscall.SIGCONT) }()
	file := h.Dirs.State + "/status.json"
	if err := os.Rename(file, file+".away"); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var out string
	var code int
	go func() { defer close(done); out, code = h.Call("serve") }()
	h.Until("it looks for the name", func() bool { return h.managers() == 2 })
	if err := os.Rename(file+".away", file); err != nil {
		t.Fatal(err)
	}
	<-done
	if code != exitRunning || !strings.Contains(out, fmt.Sprintf("PID %d", st.PID)) {
		t.Errorf("exit code %d: %s", code, out)
	}
}
