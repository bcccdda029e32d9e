package protocol

import (
	"math"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// becomeSubreaper makes orphans below this process its children: prctl(2).
func becomeSubreaper() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// oomFile holds the score by which the kernel chooses the process to end when memory runs out,
// proc_pid_oom_score_adj(5).
const oomFile = "/proc/self/oom_score_adj"

// preferForOOM makes the kernel end the processes forked until restore rather than us when memory runs out. Raising
// the score, and restoring it, needs no privileges. Set on the command later, it would miss what the command has
// forked by then.
func preferForOOM() (restore func()) {
	old, err := os.ReadFile(oomFile)
	if err != nil || os.WriteFile(oomFile, []byte("200"), 0o600) != nil {
		return func() {}
	}
	return func() { _ = os.WriteFile(oomFile, old, 0o600) }
}

// keepInherited makes sure that the command doesn't inherit what the manager's parent left open: close_range(2).
func keepInherited() { _ = unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) }

// limitMemory sets RLIMIT_DATA of a process that has just been started: prlimit(2). It is a backstop, so the moment
// in which the process runs without it does not matter. A holder that had to set the limit for itself would suffer
// from it.
func limitMemory(pid int, limit uint64) {
	var old unix.Rlimit
	if limit == 0 || unix.Prlimit(pid, unix.RLIMIT_DATA, nil, &old) != nil {
		return
	}
	old.Cur = min(limit, old.Max)
	_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &old, nil)
}

func dup2(from, to int) error { return syscall.Dup3(from, to, syscall.O_CLOEXEC) }
