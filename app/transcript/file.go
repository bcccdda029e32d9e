package transcript

import (
	"errors"
	"fmt"
	"io"
	"syscall"
)

var errNotOurs = errors.New("not a transcript of this version, or damaged")

// openFile opens path without following a symlink as the last component (open(2)). It creates files with mode 0600.
func openFile(path string, flags int) (int, error) {
	for {
		fd, err := syscall.Open(path, flags|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0o600)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return -1, fmt.Errorf("cannot open %s: %w", path, err)
		}
		return fd, nil
	}
}

// pwrite writes all of b, or returns how much of it was written, with the bare errno.
func pwrite(fd int, b []byte, off int64) (int, error) {
	done := 0
	for done < len(b) {
		n, err := syscall.Pwrite(fd, b[done:], off+int64(done))
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err == nil && n == 0 {
			err = syscall.EIO
		}
		if err != nil {
			return done, err
		}
		done += n
	}
	return done, nil
}

// pread fills b, or returns the number of available bytes with io.EOF.
func pread(fd int, b []byte, off int64) (int, error) {
	done := 0
	for done < len(b) {
		n, err := syscall.Pread(fd, b[done:], off+int64(done))
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return done, err
		}
		if n == 0 {
			return done, io.EOF
		}
		done += n
	}
	return done, nil
}

func fileSize(fd int) (int64, error) {
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err != nil {
		return 0, err
	}
	return st.Size, nil
}
