package process

import (
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"
	"time"
)

func child(t *testing.T) int {
	t.Helper()
	cmd := exec.Command("sleep", "1000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd.Process.Pid
}

// TestRecycledNumberIsReadAgain has processes with the numbers of others that belonged to no run.
func TestRecycledNumberIsReadAgain(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("sh", "-c", "sleep 1000 & wait")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	holder := cmd.Process.Pid
	t.Cleanup(func() { _ = syscall.Kill(-holder, syscall.SIGKILL); _ = cmd.Wait() })
	for { // until the shell has started it
		all, err := Listing()
		if err != nil {
			t.Fatal(err)
		}
		below := Below(all, holder)
		if len(below) == 0 {
			time.Sleep(time.Millisecond)
			continue
		}
		l := NewLook()
		l.foreign[below[0].PID] = 1
		trees, err := l.Trees([]int{holder, 1 << 30}) // of one, it asks for the children
		if err != nil || len(trees[holder]) != 1 {
			t.Errorf("below it: %+v, counted: %+v, %v", below, trees[holder], err)
		}
		return
	}
}

func TestEntriesIdentifyProcesses(t *testing.T) {
	t.Parallel()
	one, other := child(t), child(t)
	is := func() map[int]uint64 {
		list, err := entries()
		if err != nil {
			t.Fatal(err)
		}
		m := map[int]uint64{}
		for _, e := range list {
			m[e.pid] = e.is
		}
		return m
	}
	before := is()
	if now := is(); before[one] == 0 || before[one] == before[other] || before[one] != now[one] ||
		before[os.Getpid()] != now[os.Getpid()] {
		t.Errorf("%d %d, then %d", before[one], before[other], now[one])
	}
}

// TestDescendantsAgreesWithTheListing: children of children count.
func TestDescendantsAgreesWithTheListing(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("sh", "-c", "sh -c 'sleep 1000; true' & wait")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); _ = cmd.Wait() })
	for {
		all, err := Listing()
		if err != nil {
			t.Fatal(err)
		}
		below := Below(all, cmd.Process.Pid)
		if len(below) < 2 {
			time.Sleep(time.Millisecond)
			continue
		}
		found := Descendants(cmd.Process.Pid)
		for _, p := range below {
			if !slices.Contains(found, p.PID) {
				t.Errorf("%+v is missing in %v", p, found)
			}
		}
		trees, err := NewLook().Trees([]int{cmd.Process.Pid})
		if err != nil || len(trees[cmd.Process.Pid]) != len(below) {
			t.Errorf("%+v instead of %+v, %v", trees, below, err)
		}
		if ours := Descendants(os.Getpid()); !slices.Contains(ours, cmd.Process.Pid) || !slices.Contains(ours, found[0]) {
			t.Errorf("%v and %v are missing in %v", cmd.Process.Pid, found[0], ours)
		}
		return
	}
}
