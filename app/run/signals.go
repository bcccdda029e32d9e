package run

import (
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// SignalName is the name of a signal without SIG: "KILL". Not the shell's 128+n.
func SignalName(s syscall.Signal) string {
	if name := unix.SignalName(s); name != "" {
		return strings.TrimPrefix(name, "SIG")
	}
	return s.String()
}

// ParseSignal takes INT, SIGINT or int.
func ParseSignal(name string) (syscall.Signal, bool) {
	name = strings.ToUpper(name)
	if !strings.HasPrefix(name, "SIG") {
		name = "SIG" + name
	}
	s := unix.SignalNum(name)
	return s, s != 0
}

// What ends a tree whose own stop signal is not known any more, and what ends anything.
const (
	stopSignal = syscall.SIGTERM
	killSignal = syscall.SIGKILL
)
