//go:build figures && linux

package figures

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app/base/process"
)

// spent runs a program, and returns the CPU time that it took.
func spent(t testing.TB, cmd *exec.Cmd) time.Duration {
	t.Helper()
	_ = cmd.Run() // grep finds nothing
	if cmd.ProcessState == nil {
		t.Fatal("it does not start: ", cmd.Args)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// cpuOf returns the CPU time that a process has used. Threads that have ended are missing.
func cpuOf(pid int) (sum time.Duration) {
	tasks, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/schedstat")
	for _, task := range tasks {
		data, _ := os.ReadFile(task)
		ran, _, _ := strings.Cut(string(data), " ")
		n, _ := strconv.ParseInt(ran, 10, 64)
		sum += time.Duration(n)
	}
	return sum
}

// own is a process of a home.
type own struct {
	id      process.Identity
	servant bool // it is a server itself, not part of the program that runs it
}

// processes finds what runs for a home: by HOME in the environment, by the working directory, and below those.
func processes(dir string) (list []own) {
	all, _ := process.Listing()
	ours := map[int]bool{}
	for _, p := range all {
		ours[p.PID] = belongs(p.PID, dir)
	}
	for grows := true; grows; {
		grows = false
		for _, p := range all { // children may come before their parents
			if !ours[p.PID] && ours[p.PPID] {
				ours[p.PID], grows = true, true
			}
		}
	}
	for _, p := range all {
		id, err := process.Identify(p.PID)
		if err == nil && ours[p.PID] && p.State != 'Z' && id.Start == p.Start {
			list = append(list, own{id, isServant(p.PID)})
		}
	}
	return list
}

func belongs(pid int, dir string) bool {
	env, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	cwd, _ := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
	return slices.Contains(strings.Split(string(env), "\x00"), "HOME="+dir) || cwd == dir ||
		strings.HasPrefix(cwd, dir+"/")
}

// isServant reports whether a process is the program of a server of these tests.
func isServant(pid int) bool {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	argv := strings.Split(string(data), "\x00")
	return argv[0] == "sleep" || len(argv) > 1 && argv[0] == self() &&
		slices.Contains([]string{"flood", "lines", "clock", "listen"}, argv[1])
}

// endAll kills what is left in a home.
func endAll(dir string) {
	for range 20 {
		all := processes(dir)
		for _, p := range all {
			_ = p.id.Signal(syscall.SIGKILL)
		}
		if len(all) == 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
