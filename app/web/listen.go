package web

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"syscall"
)

// PortInUse is the error of Listen when another process listens on the port.
type PortInUse struct {
	Port int
	Err  error
}

func (e *PortInUse) Error() string { return fmt.Sprintf("port %d is in use: %v", e.Port, e.Err) }

// Unwrap returns the operating system's error.
func (e *PortInUse) Unwrap() error { return e.Err }

// freePortTries is how many ports that are free in one family can be taken in the other.
const freePortTries = 20

// Listen listens on a port of 127.0.0.1 and, if the machine has IPv6, of [::1]: otherwise another program could take
// the other address and receive requests meant for the manager. Port 0 picks a free one, the same on both. It listens
// on loopback only. The error is a *PortInUse if the port is taken.
func Listen(port int) ([]net.Listener, error) {
	if port != 0 {
		return listenBoth(port)
	}
	var err error
	for range freePortTries {
		var both []net.Listener
		if both, err = listenBoth(0); err == nil {
			return both, nil
		}
		if taken := (*PortInUse)(nil); !errors.As(err, &taken) {
			break
		}
	}
	return nil, err
}

func listenBoth(port int) ([]net.Listener, error) {
	four, err := listenOne("tcp4", "127.0.0.1", port)
	if err != nil {
		return nil, err
	}
	port = four.Addr().(*net.TCPAddr).Port
	six, err := listenOne("tcp6", "::1", port)
	switch {
	case err == nil:
		return []net.Listener{four, six}, nil
	case noIPv6(err):
		return []net.Listener{four}, nil
	}
	return nil, errors.Join(err, four.Close())
}

func listenOne(network, host string, port int) (net.Listener, error) {
	l, err := net.Listen(network, net.JoinHostPort(host, strconv.Itoa(port)))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, &PortInUse{Port: port, Err: err}
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s port %d: %w", host, port, err)
	}
	return l, nil
}

func noIPv6(err error) bool {
	return errors.Is(err, syscall.EADDRNOTAVAIL) || errors.Is(err, syscall.EAFNOSUPPORT) ||
		errors.Is(err, syscall.EPROTONOSUPPORT)
}

// firstInherited is the first descriptor that systemd passes on.
const firstInherited = 3

// Inherited returns the listeners that systemd's socket activation passed to this process, by LISTEN_PID and
// LISTEN_FDS, or none. The variables are removed, as no child inherits the listeners. Only listeners on loopback are
// accepted.
func Inherited() (list []net.Listener, err error) {
	pid, count := os.Getenv("LISTEN_PID"), os.Getenv("LISTEN_FDS")
	for _, name := range []string{"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"} {
		_ = os.Unsetenv(name)
	}
	n, countErr := strconv.Atoi(count)
	if pid != strconv.Itoa(os.Getpid()) || countErr != nil || n < 1 {
		return nil, nil
	}
	for fd := firstInherited; fd < firstInherited+n; fd++ {
		l, e := inherit(fd)
		if e != nil {
			err = errors.Join(err, e)
			continue
		}
		list = append(list, l)
	}
	if err != nil {
		for _, l := range list {
			_ = l.Close()
		}
		return nil, err
	}
	return list, nil
}

func inherit(fd int) (net.Listener, error) {
	syscall.CloseOnExec(fd)
	f := os.NewFile(uintptr(fd), "listener")
	defer f.Close()
	l, err := net.FileListener(f)
	if err != nil {
		return nil, fmt.Errorf("cannot use the inherited descriptor %d: %w", fd, err)
	}
	if a, ok := l.Addr().(*net.TCPAddr); !ok || !a.IP.IsLoopback() {
		return nil, errors.Join(fmt.Errorf("the inherited listener on %s is not on loopback", l.Addr()), l.Close())
	}
	return l, nil
}
