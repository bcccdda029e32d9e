package place

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ErrOutside says that a file is a link out of its directory.
var ErrOutside = errors.New("it is a link out of its directory")

// ReadInside reads at most limit bytes of a regular file in dir, which must be resolved. A link that leads out of dir is
// ErrOutside.
func ReadInside(dir, name string, limit int64) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		if real, bad := filepath.EvalSymlinks(filepath.Join(dir, name)); bad == nil && !Within(dir, real) {
			err = ErrOutside
		}
		return nil, err
	}
	defer f.Close()
	return readLimited(f, limit)
}

// ReadFile reads at most limit bytes of a regular file. It does not hang on a FIFO or device.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readLimited(f, limit)
}

func readLimited(f *os.File, limit int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: f.Name(), Err: errors.New("not a regular file")}
	}
	return io.ReadAll(io.LimitReader(f, limit))
}
