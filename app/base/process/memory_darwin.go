package process

import "golang.org/x/sys/unix"

// PSS returns false: the system doesn't count shared pages in part.
func PSS(int) (int64, bool) { return 0, false }

// TotalMemory returns the memory of this machine in bytes; 0: not known.
func TotalMemory() int64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(n)
}
