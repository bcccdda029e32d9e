//go:build !linux

package transcript

import "syscall"

func preadOnce(fd int, b []byte, off int64) (int, error) { return syscall.Pread(fd, b, off) }
