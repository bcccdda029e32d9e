package protocol

import (
	"syscall"
	"unsafe"
)

// receiveFlags makes descriptors that come beside a message close-on-exec at once: recv(2).
const receiveFlags = syscall.MSG_CMSG_CLOEXEC

func accept(fd int) (int, error) {
	fd, _, err := syscall.Accept4(fd, syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC)
	return fd, err
}

// sendNow is send(2) on a socket that is not waited for, without announcing it to Go's scheduler: see tty.Source.
func sendNow(fd int, b []byte) bool {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_SENDTO, uintptr(fd), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), syscall.MSG_DONTWAIT|syscall.MSG_NOSIGNAL, 0, 0)
	return errno == 0 && int(n) == len(b)
}
