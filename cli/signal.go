package cli

import (
	"strings"

	"golang.org/x/sys/unix"
)

// signalNumber is the number of a signal by its name, with SIG or without; 0 when there is none of that name.
func signalNumber(name string) int {
	return int(unix.SignalNum("SIG" + strings.TrimPrefix(strings.ToUpper(name), "SIG")))
}
