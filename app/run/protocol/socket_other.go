//go:build !linux

package protocol

import (
	"errors"
	"syscall"
)

func accept(fd int) (int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fd, _, err := syscall.Accept(fd)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	return fd, err
}

// recvNow is recvmsg(2).
func recvNow(fd int, b, oob []byte) (n, on int, errno syscall.Errno) {
	n, on, _, _, err := syscall.Recvmsg(fd, b, oob, 0)
	_ = errors.As(err, &errno)
	return n, on, errno
}
