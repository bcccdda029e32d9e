package web

import (
	"errors"
	"fmt"
	"net"
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
