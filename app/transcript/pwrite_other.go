//go:build !linux

package transcript

import "syscall"

func pwriteOnce(fd int, b []byte, off int64) (int, error) { return syscall.Pwrite(fd, b, off) }
