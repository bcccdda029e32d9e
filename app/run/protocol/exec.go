package protocol

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"devservers/app/base/process"
	"devservers/app/run/cage"
)

// exec starts the command with the terminal, or the pipe, as its three descriptors. It inherits nothing else from us.
//
// The terminal belongs to our session, and the command is its foreground process group. If the command led a session of
// its own, its end would hang up the terminal, and the kernel would end its children in the middle of their own end.
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
	if h.spec.PTY {
		if err := unix.IoctlSetInt(int(slave.Fd()), unix.TIOCSCTTY, 0); err != nil {
			return fmt.Errorf("cannot control the terminal: %w", err)
		}
	}
	pid, err := h.fork([]uintptr{in.Fd(), slave.Fd(), slave.Fd()})
	if err != nil {
		return err
	}
	if h.spec.PTY { // a read before this stops the command, and reap continues it
		if err := foreground(slave, pid); err != nil {
			fail(fmt.Errorf("cannot give the command its terminal: %w", err))
		}
	}
	limitMemory(pid, h.spec.DataLimit)
	h.record.Leader, err = process.Identify(pid)
	if err != nil { // it can't be gone: it was not reaped yet
		h.record.Leader = process.Identity{PID: pid, Boot: h.record.Holder.Boot}
	}
	return nil
}

// fork starts the command with these descriptors, in its cage if it has one.
func (h *holder) fork(files []uintptr) (pid int, err error) {
	path, words := h.spec.Path, h.spec.Words
	if len(words) == 0 {
		words = h.spec.Argv
	}
	if h.spec.Cage != nil {
		c, err := cage.Open(h.spec.Cage, h.dir, h.spec.Dir, path, words)
		if err != nil {
			return 0, err
		}
		defer func() { c.Forked(err) }()
		defer cage.Hold()()
		path, words = c.Path, c.Words
		for _, f := range c.Files {
			files = append(files, f.Fd())
		}
	}
	defer h.limitFiles()()
	defer preferForOOM()()
	return forkExec(path, words, &syscall.ProcAttr{Dir: h.spec.Dir, Env: h.spec.Env, Files: files,
		Sys: &syscall.SysProcAttr{Setpgid: h.spec.PTY, Setsid: !h.spec.PTY}})
}

// forkExec is syscall.ForkExec, tried for half a second while there are too many processes: a run before this one may
// have been ended for it.
func forkExec(path string, words []string, attr *syscall.ProcAttr) (pid int, err error) {
	for pause := 20 * time.Millisecond; ; pause *= 4 {
		pid, err = syscall.ForkExec(path, words, attr)
		if err != syscall.EAGAIN || pause > 500*time.Millisecond {
			return pid, err
		}
		time.Sleep(pause)
	}
}

// command returns the process of the command. In a cage, bwrap and the first process of its PID namespace are above it.
func (h *holder) command() process.Identity {
	id := h.record.Leader
	for range 2 {
		if child, ok := process.FirstChild(id); ok && h.spec.Cage != nil {
			id = child
		}
	}
	return id
}

// limitFiles sets the soft file size limit that the command inherits, and returns a function that restores ours.
// There is no way to set it between fork and exec. The holder writes nothing meanwhile.
func (h *holder) limitFiles() (restore func()) {
	var old syscall.Rlimit
	if h.spec.FileLimit == 0 || syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old) != nil {
		return func() {}
	}
	lower := old
	lower.Cur = min(h.spec.FileLimit, old.Max)
	_ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &lower)
	return func() { _ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old) }
}

// reap collects every child that has ended: the command, and orphans that came to us as their subreaper. Nothing else
// in a holder waits for children, so it steals no exit status. A command that its terminal has stopped continues: there
// is no shell that would do it.
func (h *holder) reap() {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG|syscall.WUNTRACED, nil)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || pid <= 0 {
			return
		}
		if status.Stopped() {
			if sig := status.StopSignal(); sig != syscall.SIGSTOP {
				_ = syscall.Kill(-pid, syscall.SIGCONT) // it is our child, so its number can't have been recycled
			}
			continue
		}
		if pid == h.record.Leader.PID && h.end == nil {
			h.ended(endOf(status))
		}
	}
}

func endOf(status syscall.WaitStatus) End {
	e := End{At: time.Now(), Code: -1}
	if status.Signaled() {
		e.Signal = process.SignalName(status.Signal())
	} else {
		e.Code = status.ExitStatus()
	}
	return e
}

// ended records how the command ended. Then it ends what the command left behind.
func (h *holder) ended(e End) {
	if h.killed {
		e.Cause, e.By = h.stop.Cause, h.stop.By
	}
	h.end, h.late = &e, time.After(drainTime)
	if h.sweep == nil {
		h.sweep = process.NewSweep(h.tree(), syscall.SIGTERM, h.spec.StopTimeout)
	}
}

// settle publishes how the command ended once its last output is in the transcript, so that anyone who learns of the
// end can read that output. It waits at most drainTime when another process keeps the terminal open.
func (h *holder) settle(late bool) {
	if h.end != nil && h.record.End == nil && (late || h.out == nil || h.copied) {
		h.record.End = h.end
		if !h.over() { // then it is the last record
			h.publish()
		}
	}
}

func (h *holder) tree() process.Tree {
	return process.Tree{ID: h.record.ID, Holder: os.Getpid(), State: h.record.State}
}

// publish saves the record and sends it to the managers.
func (h *holder) publish() {
	h.restore()
	if err := h.record.Save("."); err != nil {
		fail(err)
	}
	h.peers.record(h.record)
}

// sweepOn continues to end the tree, and notes when nothing is left of it. Past the deadline it does not pause
// between rounds, so that it outruns a tree that keeps forking.
func (h *holder) sweepOn() {
	if h.sweep == nil || h.record.Gone != nil {
		return
	}
	if h.reap(); h.ask() {
		return
	}
	n := h.sweep.Round()
	for i := 0; n > 0 && i < 20 && h.sweep.Killed() > 0; i++ {
		n = h.sweep.Round()
	}
	h.reap()
	if n > 0 || h.end == nil && !h.mayNotEnd() {
		return
	}
	now := time.Now()
	h.record.Gone = &Gone{At: now, Took: now.Sub(h.sweep.Began), Left: h.leftBehind(), Killed: h.sweep.Killed(),
		Denied: h.sweep.Denied()}
	h.drained = time.After(drainTime)
}

// mayNotEnd ends the wait for a command that belongs to another user now, as sudo's do, and will not end for us: all
// else of the tree has. The sweep names it.
func (h *holder) mayNotEnd() bool {
	for _, d := range h.sweep.Denied() {
		if d.PID == h.record.Leader.PID {
			h.ended(End{At: time.Now(), Code: -1,
				Error: fmt.Sprintf("it could not be ended: PID %d belongs to another user", d.PID)})
			return true
		}
	}
	return false
}

// leftBehind counts the processes that the command left when it ended on its own. After a requested stop, it returns
// 0.
func (h *holder) leftBehind() int {
	if h.killed {
		return 0
	}
	return h.sweep.Left
}
