package run

import (
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// SignalName returns the name of a signal without SIG: "KILL". It does not use the shell's 128+n.
func SignalName(s syscall.Signal) string {
	if name := unix.SignalName(s); name != "" {
		return strings.TrimPrefix(name, "SIG")
	}
	return s.String()
}

// ParseSignal accepts INT, SIGINT or int.
func ParseSignal(name string) (syscall.Signal, bool) {
	name = strings.ToUpper(name)
	if !strings.HasPrefix(name, "SIG") {
		name = "SIG" + name
	}
	s := unix.SignalNum(name)
	return s, s != 0
}

// The signal that ends a tree whose own stop signal is unknown, and the one that ends any process.
const (
	stopSignal = syscall.SIGTERM
	killSignal = syscall.SIGKILL
)
