package run

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
