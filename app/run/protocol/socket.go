package protocol

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// backlog is how many connections may wait to be accepted; the system lowers it to what it allows.
const backlog = 4096

// Pair creates a connected pair: a wire for us, and a file for the child.
func Pair() (*Wire, *os.File, error) {
	fds, err := socketPair()
	if err != nil {
		return nil, nil, fmt.Errorf("cannot make a socket pair: %w", err)
	}
	theirs := os.NewFile(uintptr(fds[1]), "holder")
	w, err := New(fds[0])
	if err != nil {
		theirs.Close()
	}
	return w, theirs, err
}

// socketPair creates sockets that no process inherits which is started at the same moment, such as the holder of another
// run. While that lived, the manager would not notice the end of this run's holder.
func socketPair() ([2]int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fds[0])
		syscall.CloseOnExec(fds[1])
	}
	return fds, err
}

// newSocket creates a non-blocking socket that no process inherits.
func newSocket() (int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return -1, os.NewSyscallError("socket", err)
	}
	syscall.CloseOnExec(fd)
	if err := syscall.SetNonblock(fd, true); err != nil {
		syscall.Close(fd)
		return -1, os.NewSyscallError("fcntl", err)
	}
	return fd, nil
}

// Dial connects to a listener's socket. It never waits for the listener.
func Dial(path string) (*Wire, error) {
	fd, err := newSocket()
	if err != nil {
		return nil, err
	}
	if err = syscall.Connect(fd, &syscall.SockaddrUnix{Name: path}); err != nil {
		syscall.Close(fd)
		return nil, os.NewSyscallError("connect", err)
	}
	return New(fd)
}

// Listener accepts connections.
type Listener struct {
	*os.File
	raw syscall.RawConn
}

// Listen creates a socket with this name.
func Listen(path string) (*Listener, error) {
	fd, err := newSocket()
	if err != nil {
		return nil, err
	}
	if err = syscall.Bind(fd, &syscall.SockaddrUnix{Name: path}); err != nil {
		err = os.NewSyscallError("bind", err)
	} else if err = syscall.Listen(fd, backlog); err != nil {
		err = os.NewSyscallError("listen", err)
	}
	if err != nil {
		syscall.Close(fd)
		return nil, err
	}
	f, raw, err := polled(fd)
	if err != nil {
		return nil, err
	}
	return &Listener{f, raw}, nil
}

// Accept waits for the next connection.
func (l *Listener) Accept() (*Wire, error) {
	var fd int
	var err error
	waited := l.raw.Read(func(listening uintptr) bool {
		fd, err = accept(int(listening))
		for errors.Is(err, syscall.EINTR) || errors.Is(err, syscall.ECONNABORTED) {
			fd, err = accept(int(listening))
		}
		return !errors.Is(err, syscall.EAGAIN)
	})
	if waited != nil {
		return nil, waited
	}
	if err != nil {
		return nil, os.NewSyscallError("accept", err)
	}
	return New(fd)
}
