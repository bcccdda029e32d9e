package protocol

import (
	"syscall"
	"unsafe"
)

func accept(fd int) (int, error) {
	fd, _, err := syscall.Accept4(fd, syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC)
	return fd, err
}

// recvNow is recvmsg(2) on a socket that is not waited for, as kernel.SendNow is send(2): each line that is followed comes
// with a note. Descriptors beside a message are close-on-exec at once.
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
