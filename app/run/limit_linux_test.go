package run

import (
	"testing"

	"golang.org/x/sys/unix"
)

// fileLimit makes every write of a process fail beyond this size, as a full disk would.
func fileLimit(t *testing.T, pid int, size uint64) {
	t.Helper()
	var now unix.Rlimit
	err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, nil, &now)
	if err == nil {
		now.Cur = min(size, now.Max)
		err = unix.Prlimit(pid, unix.RLIMIT_FSIZE, &now, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
}
