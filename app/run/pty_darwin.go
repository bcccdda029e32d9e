package run

import (
	"bytes"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// openTerminal opens a new pseudoterminal; see pty_linux.go.
func openTerminal(cols, rows int) (fd int, slave *os.File, err error) {
	fd, err = unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, nil, fmt.Errorf("cannot open a terminal: %w", err)
	}
	name, err := slaveName(fd)
	if err == nil {
		slave, err = os.OpenFile(name, os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err == nil {
		err = resize(fd, cols, rows)
	}
	if err != nil {
		unix.Close(fd)
		return -1, nil, fmt.Errorf("cannot open a terminal: %w", err)
	}
	return fd, slave, nil
}

// slaveName does the work of grantpt(3), unlockpt(3) and ptsname(3) with their ioctls.
func slaveName(fd int) (string, error) {
	for _, req := range []uint{unix.TIOCPTYGRANT, unix.TIOCPTYUNLK} {
		if err := unix.IoctlSetInt(fd, req, 0); err != nil {
			return "", err
		}
	}
	var name [128]byte
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.TIOCPTYGNAME, uintptr(unsafe.Pointer(&name[0]))); errno != 0 {
		return "", errno
	}
	n := bytes.IndexByte(name[:], 0)
	return string(name[:n]), nil
}

func growPipe(int) {}
