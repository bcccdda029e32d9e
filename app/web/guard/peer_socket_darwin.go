package guard

import (
	"errors"
	"net"

	"golang.org/x/sys/unix"
)

// userOf returns the user who connected to a Unix socket (unix(4), LOCAL_PEERCRED).
func userOf(c *net.UnixConn) (uid uint32, err error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, err
	}
	var cred *unix.Xucred
	failed := raw.Control(func(fd uintptr) { cred, err = unix.GetsockoptXucred(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERCRED) })
	if failed != nil || err != nil {
		return 0, errors.Join(failed, err)
	}
	return cred.Uid, nil
}
