//go:build !linux

package run

import (
	"os"
	"syscall"
)

func becomeSubreaper() error         { return nil }
func preferForOOM() (restore func()) { return func() {} }
func selfExe() (string, error)       { return os.Executable() }

// keepInherited makes sure that the command doesn't inherit what the manager's parent left open.
func keepInherited() {
	for fd := 3; fd < 256; fd++ {
		syscall.CloseOnExec(fd)
	}
}

// limitMemory does nothing where the kernel does not enforce RLIMIT_DATA.
func limitMemory(int, uint64) {}

func dup2(from, to int) error { return syscall.Dup2(from, to) }
