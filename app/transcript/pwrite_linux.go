package transcript

import (
	"syscall"
	"unsafe"
)

// shortWrite is the size up to which a write is not announced to Go's scheduler. Copying so little into the page
// cache is faster than the announcement, which wakes a thread of the runtime each time in a holder that sleeps
// between writes.
const shortWrite = 4 << 10

// pwriteOnce is pwrite(2).
func pwriteOnce(fd int, b []byte, off int64) (int, error) {
	if len(b) == 0 || len(b) > shortWrite || unsafe.Sizeof(uintptr(0)) < 8 {
		return syscall.Pwrite(fd, b, off)
	}
	n, _, errno := syscall.RawSyscall6(syscall.SYS_PWRITE64, uintptr(fd), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), uintptr(off), 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// fstat is fstat(2) of a file that the writer has open, unannounced like a short write.
func fstat(fd int, st *syscall.Stat_t) error {
	if unsafe.Sizeof(uintptr(0)) < 8 {
		return syscall.Fstat(fd, st)
	}
	if _, _, errno := syscall.RawSyscall(syscall.SYS_FSTAT, uintptr(fd), uintptr(unsafe.Pointer(st)), 0); errno != 0 {
		return errno
	}
	return nil
}
