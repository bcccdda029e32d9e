package home

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ReadOwn reads at most limit bytes of a regular file that belongs to this user and that nobody else can write to. It
// refuses a symlink.
func ReadOwn(file string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(file, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		err = checkOwner(file, info)
	}
	if err != nil {
		return nil, err
	}
	return ReadRegular(f, limit)
}

// ReadRegular reads at most limit bytes of an open file, which must be a regular one.
func ReadRegular(f *os.File, limit int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: f.Name(), Err: errors.New("not a regular file")}
	}
	return io.ReadAll(io.LimitReader(f, limit))
}

// PrivateDir creates dir with mode 0700, or checks that the existing one belongs to this user and that nobody else can
// write to it.
func PrivateDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot create %s: %w", dir, err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("cannot use %s: %w", dir, err)
	}
	return checkOwner(dir, info)
}

// checkOwner refuses what another user owns or can write to.
func checkOwner(path string, info fs.FileInfo) error {
	if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) != os.Getuid() {
		return fmt.Errorf("cannot use %s: it belongs to another user (uid %d)", path, st.Uid)
	}
	if info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("cannot use %s: other users can write to it; remove that permission with chmod go-w", path)
	}
	return nil
}
