//go:build !linux

package process

import (
	"errors"
	"syscall"
)

// SendNow sends nothing: the caller sends it in the usual way.
func SendNow(int, []byte) int { return 0 }

// ReceiveNow is recvmsg(2) on a non-blocking socket.
func ReceiveNow(fd int, b, oob []byte) (n, on int, errno syscall.Errno) {
	n, on, _, _, err := syscall.Recvmsg(fd, b, oob, 0)
	_ = errors.As(err, &errno)
	return n, on, errno
}
