package protocol

import (
	"fmt"
	"os"
	"syscall"
)

// SocketName is the holder's socket in the run's folder. Its path may be longer than the 108 bytes of sockaddr_un, so
// both sides reach it through an open descriptor of the folder.
const SocketName = "sock"

// LockFolder locks a run's folder for the run's owner. It fails with EWOULDBLOCK when the lock is held. A flock(2)
// belongs to the open file and not to a process: the manager takes it before there is a holder, which inherits it and
// keeps it for life. So the lock is free only when no holder lives and none is about to, however a manager ended.
func LockFolder(dir string) (*os.File, error) {
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
