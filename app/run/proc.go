package run

import (
	"errors"
	"syscall"
	"time"
)

// Identity is a process that can't be mistaken for a later one with the same number.
type Identity struct {
	PID   int    `json:"pid"`
	Start uint64 `json:"start"` // as the kernel counts it: clock ticks since boot on Linux, ms since 1970 elsewhere
	Boot  string `json:"boot"`  // of which boot
}

// Proc is one process at the moment of looking.
type Proc struct {
	PID, PPID int
	State     byte   // R S D Z T ...: proc(5)
	Start     uint64 // see Identity
	CPU       time.Duration
	RSS       int64 // bytes
}

// live tells whether it is more than an entry that waits to be reaped.
func (p Proc) live() bool { return p.State != 'Z' && p.State != 'X' }

// errGone says that the process is no more, or is another one by now.
var errGone = errors.New("the process is gone")

// Identify names the process that has this number now.
func Identify(pid int) (Identity, error) {
	p, err := readProc(pid)
	if err != nil {
		return Identity{}, err
	}
	return Identity{PID: pid, Start: p.Start, Boot: bootID()}, nil
}

// Alive tells whether exactly this process still runs (a zombie does not).
func (i Identity) Alive() bool {
	if i.PID <= 0 || i.Boot != bootID() {
		return false
	}
	p, err := readProc(i.PID)
	return err == nil && p.Start == i.Start && p.live()
}

// Signal signals exactly this process, or fails with an error when it is gone.
func (i Identity) Signal(sig syscall.Signal) error {
	if i.PID <= 1 || i.Boot != bootID() {
		return errGone
	}
	return signalExactly(i.PID, i.Start, sig)
}

// Memory is what a process holds resident, in bytes; 0 when it can't be known.
func Memory(pid int) int64 {
	p, err := readProc(pid)
	if err != nil {
		return 0
	}
	return p.RSS
}
