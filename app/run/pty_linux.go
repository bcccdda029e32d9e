package run

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// openTerminal opens a new pseudoterminal, pty(7). The master is non-blocking, so that a read can be ended while a
// grandchild still holds the other side; the slave is an ordinary blocking terminal. Both are close-on-exec.
func openTerminal(cols, rows int) (fd int, slave *os.File, err error) {
	fd, err = unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, nil, fmt.Errorf("cannot open a terminal: %w", err)
	}
	name, err := slaveName(fd)
	if err == nil {
		err = resize(fd, cols, rows)
	}
	if err == nil {
		slave, err = openSlave(name)
	}
	if err != nil {
		unix.Close(fd)
		return -1, nil, fmt.Errorf("cannot open a terminal: %w", err)
	}
	return fd, slave, nil
}

// slaveName unlocks the other side and returns its name, as grantpt(3), unlockpt(3) and ptsname(3) do on Linux.
func slaveName(fd int) (string, error) {
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		return "", err
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	return "/dev/pts/" + strconv.Itoa(n), err
}

func openSlave(name string) (*os.File, error) {
	fd, err := unix.Open(name, unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

// growPipe lets the writer run ahead of us by 256 KiB: F_SETPIPE_SZ, fcntl(2). The default size works too.
func growPipe(fd int) { _, _ = unix.FcntlInt(uintptr(fd), unix.F_SETPIPE_SZ, 256<<10) }
