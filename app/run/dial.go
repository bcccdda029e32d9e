package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"devservers/app/run/protocol"
)

// dial connects to the holder of the run in dir.
func dial(dir string) (*protocol.Wire, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	path, done, err := socketPath(dir, d)
	if err != nil {
		return nil, fmt.Errorf("cannot reach the holder: %w", err)
	}
	defer done()
	w, err := protocol.Dial(path)
	if err != nil {
		return nil, fmt.Errorf("cannot reach the holder: %w", err)
	}
	return w, nil
}

// maxSocketPath is the longest path that sockaddr_un takes on every system: 103 bytes on macOS.
const maxSocketPath = 103

// socketPath returns a short path of the socket in dir, which d has open, until done is called.
func socketPath(dir string, d *os.File) (path string, done func(), err error) {
	if fds := "/proc/self/fd/" + strconv.Itoa(int(d.Fd())); exists(fds) {
		return fds + "/" + protocol.SocketName, func() {}, nil
	}
	return shortSocketPath(dir)
}

// shortSocketPath reaches the socket through a link in a private directory if its own path is too long.
func shortSocketPath(dir string) (path string, done func(), err error) {
	if path = filepath.Join(dir, protocol.SocketName); len(path) <= maxSocketPath {
		return path, func() {}, nil
	}
	private, err := os.MkdirTemp("", "ds")
	if err == nil && len(private)+len("/d/"+protocol.SocketName) > maxSocketPath {
		_ = os.Remove(private)
		private, err = os.MkdirTemp("/tmp", "ds")
	}
	if err != nil {
		return "", nil, err
	}
	done = func() { _ = os.RemoveAll(private) } // the link, not what it leads to
	if err := os.Symlink(dir, filepath.Join(private, "d")); err != nil {
		done()
		return "", nil, err
	}
	return filepath.Join(private, "d", protocol.SocketName), done, nil
}

func exists(path string) bool { _, err := os.Lstat(path); return err == nil }
