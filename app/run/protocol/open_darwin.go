package protocol

import (
	"bytes"
	"unsafe"

	"golang.org/x/sys/unix"
)

// slaveName does the work of grantpt(3), unlockpt(3) and ptsname(3) with their ioctls.
func slaveName(fd int) (string, error) {
	for _, req := range []uint{unix.TIOCPTYGRANT, unix.TIOCPTYUNLK} {
		if err := unix.IoctlSetInt(fd, req, 0); err != nil {
			return "", err
		}
	}
	var name [128]byte
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.TIOCPTYGNAME,
		uintptr(unsafe.Pointer(&name[0]))); errno != 0 {
		return "", errno
	}
	n := bytes.IndexByte(name[:], 0)
	return string(name[:n]), nil
}

func growPipe(int) {}
