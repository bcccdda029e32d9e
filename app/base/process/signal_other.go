//go:build !linux

package process

import (
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

func signalName(s syscall.Signal) string { return strings.TrimPrefix(unix.SignalName(s), "SIG") }

func signalNumber(name string) syscall.Signal { return unix.SignalNum("SIG" + name) }
