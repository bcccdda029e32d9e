package process

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// These system calls are made for each line, and never wait. They are not announced to Go's scheduler: that would wake
// a thread of the runtime each time, in a process that sleeps between lines. A call that can wait, for a disk or for
// anybody, must not be here: a holder has one processor, so all of it would stop.

// SendNow is send(2) of what a socket takes at once, and returns how much that was; 0: nothing, or an error, which
// sending in the usual way finds out. b must not be empty.
func SendNow(fd int, b []byte) int {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_SENDTO, uintptr(fd), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)),
		syscall.MSG_DONTWAIT|syscall.MSG_NOSIGNAL, 0, 0)
	if errno != 0 {
		return 0
	}
	return int(n)
}

// ReceiveNow is recvmsg(2) of what has come on a socket, or EAGAIN. Descriptors beside a message are close-on-exec.
func ReceiveNow(fd int, b, oob []byte) (n, on int, errno syscall.Errno) {
	part := syscall.Iovec{Base: &b[0]}
	part.SetLen(len(b))
	m := syscall.Msghdr{Iov: &part, Iovlen: 1, Control: &oob[0]}
	m.SetControllen(len(oob))
	r, _, errno := syscall.RawSyscall(syscall.SYS_RECVMSG, uintptr(fd), uintptr(unsafe.Pointer(&m)),
		syscall.MSG_DONTWAIT|syscall.MSG_CMSG_CLOEXEC)
	if errno != 0 {
		return 0, 0, errno
	}
	return int(r), int(m.Controllen), 0
}

// ReadNow is read(2) of a non-blocking descriptor.
func ReadNow(fd int, b []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(syscall.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)))
	return int(n), errno
}

// EpollNow is epoll_wait(2) without a wait. It returns how many events there are.
func EpollNow(fd int, events []syscall.EpollEvent) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_EPOLL_PWAIT, uintptr(fd), uintptr(unsafe.Pointer(&events[0])),
		uintptr(len(events)), 0, 0, 0)
	return int(n), errno
}

// SetTimer is timerfd_settime(2).
func SetTimer(fd int, spec *unix.ItimerSpec) syscall.Errno {
	_, _, errno := syscall.RawSyscall6(syscall.SYS_TIMERFD_SETTIME, uintptr(fd), 0, uintptr(unsafe.Pointer(spec)), 0, 0, 0)
	return errno
}
