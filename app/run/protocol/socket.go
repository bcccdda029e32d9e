package protocol

import (
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
)

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

// socketPair creates sockets that no process inherits which is started at the same moment, such as the holder of
// another run. While that lived, the manager would not notice the end of this run's holder.
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

// New returns a wire for a connected socket, which it owns from then on.
func New(fd int) (*Wire, error) {
	f := os.NewFile(uintptr(fd), "socket")
	defer f.Close()
	c, err := net.FileConn(f)
	if err != nil {
		return nil, fmt.Errorf("cannot use a socket: %w", err)
	}
	conn, ok := c.(*net.UnixConn)
	if !ok {
		return nil, errors.Join(errors.New("this is not a socket of this machine"), c.Close())
	}
	return wire(conn)
}

// Dial connects to a listener's socket. It never waits for the listener.
func Dial(path string) (*Wire, error) {
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	return wire(conn)
}

// Listener accepts connections.
type Listener struct{ *net.UnixListener }

// Listen creates a socket with this name. Its file stays when the listener is closed.
func Listen(path string) (*Listener, error) {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	l.SetUnlinkOnClose(false)
	return &Listener{l}, nil
}

// Accept waits for the next connection.
func (l *Listener) Accept() (*Wire, error) {
	conn, err := l.AcceptUnix()
	if err != nil {
		return nil, err
	}
	return wire(conn)
}
