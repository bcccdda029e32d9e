package protocol

import (
	"strconv"

	"golang.org/x/sys/unix"
)

// slaveName unlocks the other side and returns its name, as grantpt(3), unlockpt(3) and ptsname(3) do on Linux.
func slaveName(fd int) (string, error) {
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		return "", err
	}
	n, err := unix.IoctlGetUint32(fd, unix.TIOCGPTN)
	return "/dev/pts/" + strconv.Itoa(int(n)), err
}

// growPipe lets the writer run ahead of us by 256 KiB: F_SETPIPE_SZ, fcntl(2). The default size works too.
func growPipe(fd int) {
	_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETPIPE_SZ, 256<<10)
}
