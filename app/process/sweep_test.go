package process

import (
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// TestSweepEndsThoughAnotherUsersProcessIsLeft: the kernel's refusal is simulated, since only root can make such a
// process.
func TestSweepEndsThoughAnotherUsersProcessIsLeft(t *testing.T) {
	t.Parallel()
	const id = "sweep-denied"
	cmd := exec.Command("sleep", "1000")
	cmd.Env = []string{Marker + "=" + id}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	s := NewSweep(Tree{ID: id}, syscall.SIGTERM, 0)
	s.send = func(Identity, syscall.Signal) error { return syscall.EPERM }
	for limit := time.Now().Add(time.Minute); s.Round() > 0 || len(s.Denied()) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatal("the sweep does not end")
		}
	}
	if d := s.Denied(); len(d) != 1 || d[0].PID != cmd.Process.Pid || d[0].UID < 0 {
		t.Errorf("left: %+v", d)
	}
}
