package holder

import (
	"os"
	"strconv"
	"syscall"

	"devservers/app/base/process"
)

// slaveName unlocks the other side and returns its name, as grantpt(3), unlockpt(3) and ptsname(3) do on Linux.
func slaveName(fd int) (string, error) {
	if err := process.IoctlPointer(fd, syscall.TIOCSPTLCK, new(int32)); err != nil {
		return "", err
	}
	var n uint32
	err := process.IoctlPointer(fd, syscall.TIOCGPTN, &n)
	return "/dev/pts/" + strconv.Itoa(int(n)), err
}

// setSize is TIOCSWINSZ, ioctl_tty(2).
func setSize(fd int, cols, rows uint16) error {
	return process.IoctlPointer(fd, syscall.TIOCSWINSZ, &[4]uint16{rows, cols})
}

// ControlTerminal makes a terminal the controlling one of our session: TIOCSCTTY, ioctl_tty(2).
func ControlTerminal(slave *os.File) error {
	return process.Ioctl(int(slave.Fd()), syscall.TIOCSCTTY, 0)
}

// Foreground makes a process group the terminal's foreground one: TIOCSPGRP, ioctl_tty(2).
func Foreground(slave *os.File, group int) error {
	id := int32(group)
	return process.IoctlPointer(int(slave.Fd()), syscall.TIOCSPGRP, &id)
}

// growPipe lets the writer run ahead of us by 256 KiB: F_SETPIPE_SZ, fcntl(2). The default size works too.
func growPipe(fd int) {
	_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_SETPIPE_SZ, 256<<10)
}
