package run

import (
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// exec starts the command in a session of its own, with the terminal as its controlling terminal and its three
// descriptors, and nothing else of ours.
func (h *holder) exec(slave *os.File) error {
	in := slave
	if !h.spec.PTY {
		null, err := os.Open(os.DevNull)
		if err != nil {
			return err
		}
		defer null.Close()
		in = null
	}
	restore, restoreOOM := h.limitFiles(), preferForOOM()
	pid, err := syscall.ForkExec(h.spec.Path, h.spec.Argv, &syscall.ProcAttr{
		Dir:   h.spec.Dir,
		Env:   h.spec.Env,
		Files: []uintptr{in.Fd(), slave.Fd(), slave.Fd()},
		Sys:   &syscall.SysProcAttr{Setsid: true, Setctty: h.spec.PTY, Ctty: 0},
	})
	restore()
	restoreOOM()
	if err != nil {
		return err
	}
	limitMemory(pid, h.spec.DataLimit)
	h.record.Leader, err = Identify(pid)
	if err != nil { // it can't be gone: nobody has reaped it
		h.record.Leader = Identity{PID: pid, Boot: bootID()}
	}
	return nil
}

// limitFiles sets the soft limit of file sizes that the command will inherit, and gives back what undoes that for us:
// there is no way to set it between fork and exec. The holder writes nothing meanwhile.
func (h *holder) limitFiles() (restore func()) {
	var old unix.Rlimit
	if h.spec.FileLimit == 0 || unix.Getrlimit(unix.RLIMIT_FSIZE, &old) != nil {
		return func() {}
	}
	lower := old
	lower.Cur = min(h.spec.FileLimit, old.Max)
	_ = unix.Setrlimit(unix.RLIMIT_FSIZE, &lower)
	return func() { _ = unix.Setrlimit(unix.RLIMIT_FSIZE, &old) }
}

func errnoOf(err error) int {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return int(errno)
	}
	return 0
}

// reap collects every child that has ended: the command, and orphans that came to us as their subreaper. Nothing
// else in a holder waits for children, so nobody's exit status is stolen.
func (h *holder) reap() {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || pid <= 0 {
			return
		}
		if pid == h.record.Leader.PID && h.end == nil {
			h.ended(endOf(status))
		}
	}
}

func endOf(status syscall.WaitStatus) End {
	e := End{At: time.Now(), Code: -1}
	if status.Signaled() {
		e.Signal = SignalName(status.Signal())
	} else {
		e.Code = status.ExitStatus()
	}
	return e
}

// ended notes how the command ended. What it leaves behind is ended too.
func (h *holder) ended(e End) {
	if h.killed {
		e.Cause, e.By = h.stop.Cause, h.stop.By
	}
	h.end, h.late = &e, time.After(drainTime)
	if h.sweep == nil {
		h.sweep = newSweep(h.tree(), syscall.SIGTERM, h.spec.StopTimeout)
	}
}

// settle tells how the command ended once its last words are in the transcript, so that whoever hears of the end can
// read them; at most drainTime later when something keeps the terminal open.
func (h *holder) settle(late bool) {
	if h.end != nil && h.record.End == nil && (late || h.out == nil || h.out.over) {
		h.record.End = h.end
		h.publish()
	}
}

func (h *holder) tree() tree { return tree{id: h.record.ID, holder: os.Getpid()} }

// publish saves the record and tells the managers.
func (h *holder) publish() {
	if err := h.record.save("."); err != nil {
		fail(err)
	}
	h.peers.record(h.record)
}

// sweepOn goes on with the end of the tree, and notes when nothing is left of it. Past the deadline it does not wait
// between rounds, so that a tree that keeps forking is outrun.
func (h *holder) sweepOn() {
	if h.sweep == nil || h.record.Gone != nil {
		return
	}
	n := h.sweep.round()
	for i := 0; n > 0 && i < 20 && len(h.sweep.killed) > 0; i++ {
		n = h.sweep.round()
	}
	h.reap()
	if n > 0 || h.end == nil {
		return
	}
	now := time.Now()
	h.record.Gone = &Gone{At: now, Took: now.Sub(h.sweep.began), Left: h.leftBehind(), Killed: len(h.sweep.killed)}
	h.drained = time.After(drainTime)
}

// leftBehind counts what the command left when it ended by itself; in a stop that was asked for nobody is left
// behind.
func (h *holder) leftBehind() int {
	if h.killed {
		return 0
	}
	return h.sweep.left
}
