package protocol

import (
	"syscall"
	"unsafe"
)

func accept(fd int) (int, error) {
	fd, _, err := syscall.Accept4(fd, syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC)
	return fd, err
}

// sendNow is send(2) on a socket that is not waited for, without announcing it to Go's scheduler: see tty.Source.
func sendNow(fd int, b []byte) bool {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_SENDTO, uintptr(fd), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), syscall.MSG_DONTWAIT|syscall.MSG_NOSIGNAL, 0, 0)
	return errno == 0 && int(n) == len(b)
}

// recvNow is recvmsg(2) on a socket that is not waited for, as sendNow is send(2): each line that is followed comes with a
// note. Descriptors beside a message are close-on-exec at once.
func recvNow(fd int, b, oob []byte) (n, on int, errno syscall.Errno) {
	part := syscall.Iovec{Base: &b[0]}
	part.SetLen(len(b))
	m := syscall.Msghdr{Iov: &part, Iovlen: 1, Control: &oob[0]}
	m.SetControllen(len(oob))
	r, _, errno := syscall.RawSyscall(syscall.SYS_RECVMSG, uintptr(fd), uintptr(unsafe.Pointer(&m)), syscall.MSG_DONTWAIT|syscall.MSG_CMSG_CLOEXEC)
	if errno != 0 {
		return 0, 0, errno
	}
	return int(r), int(m.Controllen), 0
}
