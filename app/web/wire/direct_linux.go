package wire

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// sendNow is send(2) of what goes at once.
func sendNow(fd uintptr, b []byte) int {
	n, _, errno := unix.RawSyscall6(unix.SYS_SENDTO, fd, uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL, 0, 0)
	if errno != 0 {
		return 0
	}
	return int(n)
}
