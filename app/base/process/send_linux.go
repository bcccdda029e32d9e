package process

import (
	"syscall"
	"unsafe"
)

// SendNow is send(2) of what a socket takes at once, and returns how much that was; 0: nothing, or an error, which sending
// in the usual way finds out. b must not be empty. It is not announced to Go's scheduler, which would wake a thread of the
// runtime before each line that somebody follows.
func SendNow(fd int, b []byte) int {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_SENDTO, uintptr(fd), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), syscall.MSG_DONTWAIT|syscall.MSG_NOSIGNAL, 0, 0)
	if errno != 0 {
		return 0
	}
	return int(n)
}
