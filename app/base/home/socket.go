package home

import (
	"errors"
	"fmt"
	"hash/fnv"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// maxSocketPath is the longest path of a Unix socket that every system takes, in bytes: macOS has 104 with the zero
// byte at the end, Linux 108 (unix(7), sun_path).
const maxSocketPath = 103

// socketFile returns the path of the manager's socket. A path in
// the state directory is seen wherever that is; one that is too long is replaced by one in the directory for temporary
// files.
func (d Dirs) socketFile() string {
	path := filepath.Join(d.State, "manager.sock")
	if len(path) <= maxSocketPath {
		return path
	}
	h := fnv.New64a()
	h.Write([]byte(d.State))
	name := fmt.Sprintf("devservers-%d-%s", os.Getuid(), strconv.FormatUint(h.Sum64(), 36))
	return filepath.Join(os.TempDir(), name, "manager.sock")
}

// ListenSocket listens on a Unix socket that only this user can open (mode 0600, in a directory with mode 0700), and
// that is removed by Close. It takes the place of the socket that a killed manager left, but of nothing else.
func (i *Instance) ListenSocket() (*net.UnixListener, error) {
	path := i.dirs.socketFile()
	if err := ownPrivate(filepath.Dir(path)); err != nil {
		return nil, err
	}
	if err := removeSocket(path); err != nil {
		return nil, err
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", path, err)
	}
	l.SetUnlinkOnClose(false) // by then it may be another manager's
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	i.socket = path
	return l, nil
}

// ownPrivate makes a directory private, and refuses one of another user, and their link to one.
func ownPrivate(dir string) error {
	if err := refuseOther(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := makePrivate(dir); err != nil {
		return err
	}
	return refuseOther(dir)
}

func refuseOther(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !ok || int(st.Uid) != os.Getuid() {
		return fmt.Errorf("cannot use %s: it belongs to another user", dir)
	}
	return nil
}

// removeSocket removes what a killed manager left; the caller holds the lock.
func removeSocket(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if info.Mode().Type() != os.ModeSocket || !ok || int(st.Uid) != os.Getuid() {
		return fmt.Errorf("cannot listen on %s: it is not a socket of this user", path)
	}
	return os.Remove(path)
}
