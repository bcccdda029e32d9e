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

// TestSweepEndsCarriersOfTheIDAfterDescendants: the first looks are only at what is below the holder.
func TestSweepEndsCarriersOfTheIDAfterDescendants(t *testing.T) {
	t.Parallel()
	const id = "sweep-carrier"
	start := func(env string, argv ...string) *exec.Cmd {
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Env = []string{"PATH=/bin:/usr/bin", env}
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); _ = cmd.Wait() })
		return cmd
	}
	holder, carrier := start("A=b", "sh", "-c", "sleep 1000; sleep 1000"), start(Marker+"="+id, "sleep", "1000")
	other := start("A=b", "sleep", "1000")
	s := NewSweep(Tree{ID: id, Holder: holder.Process.Pid}, syscall.SIGTERM, 0)
	limit := time.Now().Add(time.Minute)
	// Start returns in the middle of execve(2): descriptors are closed before the environment can be read.
	for len(Descendants(holder.Process.Pid)) == 0 || !marked(carrier.Process.Pid, id) {
		if time.Now().After(limit) {
			t.Fatal("no child, or no environment")
		}
		time.Sleep(time.Millisecond)
	}
	for ; s.Round() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatal("the sweep does not end")
		}
	}
	if p, err := Read(carrier.Process.Pid); err == nil && p.live() {
		t.Error("the carrier lives")
	}
	if p, err := Read(other.Process.Pid); err != nil || !p.live() {
		t.Error("a process of nobody was ended")
	}
}
