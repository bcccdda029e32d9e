package process

import (
	"errors"
	"strings"
	"syscall"
	"time"
)

// Identity identifies a process, so that it can't be mistaken for a later one with the same PID.
type Identity struct {
	PID   int    `json:"pid"`
	Start uint64 `json:"start"` // as the kernel counts it: clock ticks since boot on Linux, µs since 1970 on macOS
	Boot  string `json:"boot"`  // id of the boot
}

// Proc is one process at the moment that it was read.
type Proc struct {
	PID, PPID int
	State     byte   // R S D Z T ...: proc(5)
	Start     uint64 // see Identity
	CPU       time.Duration
	System    time.Duration // the part of CPU that the kernel used for it; 0 = unknown, as Faults
	Faults    uint64        // the pages that it has touched for the first time
	RSS       int64         // bytes
}

// live reports whether the process is more than an entry that waits to be reaped.
func (p Proc) live() bool { return p.State != 'Z' && p.State != 'X' }

// Identity returns the identity of p.
func (p Proc) Identity() Identity { return Identity{PID: p.PID, Start: p.Start, Boot: bootID()} }

// errGone means that the process has ended, or that another one has its PID now.
var errGone = errors.New("the process is gone")

// Identify returns the identity of the process that has this PID now.
func Identify(pid int) (Identity, error) {
	p, err := Read(pid)
	if err != nil {
		return Identity{}, err
	}
	return p.Identity(), nil
}

// Alive reports whether exactly this process still runs (a zombie does not). If that can't be determined, it returns
// true.
func (i Identity) Alive() bool {
	if i.PID <= 0 || i.Boot != bootID() {
		return false
	}
	p, err := Read(i.PID)
	if err != nil { // it is gone, or we have no descriptor left to look
		return !errors.Is(err, errGone) && !errors.Is(err, syscall.ENOENT) && !errors.Is(err, syscall.ESRCH)
	}
	return p.Start == i.Start && p.live()
}

// Signal signals exactly this process, or fails with an error when it is gone.
func (i Identity) Signal(sig syscall.Signal) error {
	if i.PID <= 1 || i.Boot != bootID() {
		return errGone
	}
	return signalExactly(i.PID, i.Start, sig)
}

// Memory returns the resident memory of a process in bytes, or 0 when it is unknown.
func Memory(pid int) int64 {
	p, err := Read(pid)
	if err != nil {
		return 0
	}
	return p.RSS
}

// signalChecked signals a process whose start time it has checked just before.
func signalChecked(pid int, start uint64, sig syscall.Signal) error {
	if p, err := Read(pid); err != nil || p.Start != start {
		return errGone
	}
	return syscall.Kill(pid, sig)
}

// SignalName returns the name of a signal without SIG: "KILL". It does not use the shell's 128+n.
func SignalName(s syscall.Signal) string {
	if name := signalName(s); name != "" {
		return name
	}
	return s.String()
}

// ParseSignal accepts INT, SIGINT or int.
func ParseSignal(name string) (syscall.Signal, bool) {
	s := signalNumber(strings.TrimPrefix(strings.ToUpper(name), "SIG"))
	return s, s > 0
}
