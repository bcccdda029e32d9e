package proof

import (
	"os"
	"os/exec"
	"strconv"
	"testing"
)

func TestHolderOfAFileIsJudgedByWhatItRuns(t *testing.T) {
	t.Parallel()
	other := exec.Command("sleep", "600")
	other.Dir = t.TempDir()
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Process.Kill(); _ = other.Wait() })
	p := project(t, map[string]string{"own.pid": strconv.Itoa(os.Getpid()) + "\n", "other.pid": strconv.Itoa(other.Process.Pid), "gone.pid": "2147483647\n", "none.pid": "x"})
	p.Argv = []string{"python3", "sleep"}
	if h, ok := HolderOf(p, "other.pid"); !ok || !h.Runs || !h.Ours {
		t.Errorf("a program of the command: %+v", h)
	}
	p.Argv = []string{"rackup"}
	if _, err := os.Stat("/proc/self/cmdline"); err == nil {
		if h, ok := HolderOf(p, "other.pid"); !ok || !h.Runs || h.Ours || h.Command != "sleep 600" {
			t.Errorf("another program: %+v", h)
		}
	}
	if h, ok := HolderOf(p, "gone.pid"); !ok || h.Runs {
		t.Errorf("no process: %+v", h)
	}
	if h, ok := HolderOf(p, "none.pid"); ok {
		t.Errorf("no PID: %+v", h)
	}
}
