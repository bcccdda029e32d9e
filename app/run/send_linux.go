package run

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sendNow is send(2) on a socket that is not waited for, without announcing it to Go's scheduler: see tty.Source.
func sendNow(fd int, b []byte) bool {
	n, _, errno := syscall.RawSyscall6(unix.SYS_SENDTO, uintptr(fd), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL, 0, 0)
	return errno == 0 && int(n) == len(b)
}
