package run

import (
	"fmt"
	"os"
	"syscall"
)

// lockFD is where a holder inherits the lock of its run's folder.
const lockFD = 4

// lockFolder takes a run's folder for whoever sees to the run; it fails with EWOULDBLOCK when somebody does. An
// flock(2) belongs to the open file and not to a process: the manager takes it before there is a holder, which inherits
// it and keeps it for life. So it is free only when no holder lives and none is about to, however a manager ended.
func lockFolder(dir string) (*os.File, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open the run's folder: %w", err)
	}
	if err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		d.Close()
		return nil, fmt.Errorf("cannot lock the run's folder: %w", err)
	}
	return d, nil
}
