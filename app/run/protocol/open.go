package protocol

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// The size of a terminal that nobody views yet. It is wide enough that tools do not wrap their tables.
const (
	defaultCols = 120
	defaultRows = 40
)

// resize sets the terminal's size; the kernel notifies the foreground processes with SIGWINCH.
func resize(fd, cols, rows int) error {
	if cols <= 0 || rows <= 0 || cols > 4096 || rows > 4096 {
		cols, rows = defaultCols, defaultRows
	}
	return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(cols), Row: uint16(rows)})
}

// foreground makes a process group the terminal's foreground one: tty(4).
func foreground(slave *os.File, group int) error {
	return unix.IoctlSetPointerInt(int(slave.Fd()), unix.TIOCSPGRP, group)
}

// openPipe creates the pipe that a run without a terminal prints into, and returns the reading side's descriptor.
func openPipe() (fd int, slave *os.File, err error) {
	var fds [2]int
	if err := syscall.Pipe(fds[:]); err != nil {
		return -1, nil, fmt.Errorf("cannot open a pipe: %w", err)
	}
	for _, fd := range fds {
		syscall.CloseOnExec(fd)
	}
	growPipe(fds[1])
	return fds[0], os.NewFile(uintptr(fds[1]), "pipe"), nil
}

// OpenTerminal opens a new pseudoterminal, pty(7). The master is non-blocking, so that a read can be ended while a
// grandchild still holds the other side; the slave is an ordinary blocking terminal. Both are close-on-exec.
func OpenTerminal(cols, rows int) (fd int, slave *os.File, err error) {
	fd, err = syscall.Open("/dev/ptmx", syscall.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
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
		syscall.Close(fd)
		return -1, nil, fmt.Errorf("cannot open a terminal: %w", err)
	}
	return fd, slave, nil
}

func openSlave(name string) (*os.File, error) {
	fd, err := syscall.Open(name, syscall.O_RDWR|syscall.O_NOCTTY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

// Print writes text as if the command had printed it. master is a descriptor of our side. It never waits: text for
// which the terminal or pipe has no room is dropped.
func Print(master int, text []byte) error {
	name, err := slaveName(master)
	if err != nil { // a pipe, whose other end has this name
		name = fmt.Sprintf("/proc/self/fd/%d", master)
	}
	fd, err := syscall.Open(name, syscall.O_WRONLY|syscall.O_NOCTTY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	_, err = syscall.Write(fd, text)
	return err
}
