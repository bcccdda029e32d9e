package cage

import (
	"fmt"
	"math"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// init makes this process the first command in a cage if it was started as one: it applies the filter, hands the
// filter's listener to the holder, and becomes the run's command. It runs before the rest of the program is
// initialized; see package holder.
func init() {
	if len(os.Args) > 3 && os.Args[0] == self && os.Args[1] == EnterArg {
		err := enter(os.Args[2], os.Args[3:])
		fmt.Fprintln(os.Stderr, "devservers: the sandbox can't be entered:", err)
		os.Exit(126)
	}
}

// enter returns only if it fails. An init is locked to its thread, so that the filter is the command's.
func enter(path string, words []string) error {
	names, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err == nil {
		err = unix.Bind(names, &unix.SockaddrInet4{Port: 53, Addr: [4]byte{127, 0, 0, 1}})
	}
	if err != nil {
		return fmt.Errorf("no place for a resolver: %w", err)
	}
	listener, err := applyFilter()
	if err != nil {
		return err
	}
	if err := unix.Sendmsg(doorFD, []byte{0}, unix.UnixRights(listener, names), nil, 0); err != nil {
		return fmt.Errorf("cannot reach the holder: %w", err)
	}
	var answer [1]byte // the holder listens
	if n, err := unix.Read(doorFD, answer[:]); n != 1 {
		return fmt.Errorf("the holder doesn't answer: %w", err)
	}
	denyTCP()
	_ = unix.CloseRange(3, math.MaxUint32, 0)
	set := ends()
	if err := unix.PthreadSigmask(unix.SIG_UNBLOCK, &set, nil); err != nil {
		return err
	}
	return syscall.Exec(path, words, os.Environ())
}
