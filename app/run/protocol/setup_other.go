//go:build !linux

package protocol

import (
	"os"
	"strconv"
	"syscall"
)

func becomeSubreaper() error         { return nil }
func preferForOOM() (restore func()) { return func() {} }

// keepInherited makes sure that the command doesn't inherit what the manager's parent left open.
func keepInherited() {
	list, _ := os.ReadDir("/dev/fd")
	for _, f := range list {
		if fd, err := strconv.Atoi(f.Name()); err == nil && fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
}

// limitMemory does nothing where the kernel does not enforce RLIMIT_DATA.
func limitMemory(int, uint64) {}

func dup2(from, to int) error { return syscall.Dup2(from, to) }
