//go:build !linux

package transcript

import "syscall"

func pwriteOnce(fd int, b []byte, off int64) (int, error) { return syscall.Pwrite(fd, b, off) }

func fstat(fd int, st *syscall.Stat_t) error { return syscall.Fstat(fd, st) }
