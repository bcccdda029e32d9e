// Package protocol is the holder, the small process that owns one run, and what the manager shares with it: the record
// of a run, the files in its folder, how a holder is started, and the messages.
package protocol

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// HoldArg makes a holder of this program: `devservers hold RUN project/server`. The two names are only for ps(1). One
// that was started as a spare has none.
const HoldArg = "hold"

// HoldEnv is set for holders. It guards against a person typing `devservers hold`.
const HoldEnv = "DEVSERVERS_HOLD"

// InHolder reports whether this process was started as a holder.
func InHolder() bool { return os.Getenv(HoldEnv) != "" }

// The descriptors that a holder inherits: its connection to the manager, and the lock of its run's folder.
const (
	WireFD = 3
	LockFD = 4
)

// Report prints an error where the manager prints its own.
func Report(err error) { fmt.Fprintln(os.Stderr, "devservers hold:", err) }

// ErrnoOf returns the kernel's error in err; 0: none.
func ErrnoOf(err error) int {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return int(errno)
	}
	return 0
}
