package web

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"syscall"
)

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
