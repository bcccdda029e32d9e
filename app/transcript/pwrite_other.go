//go:build !linux

package transcript

import "syscall"

// pwriteOnce is pwrite(2).
func pwriteOnce(fd int, b []byte, off int64) (int, error) { return syscall.Pwrite(fd, b, off) }
