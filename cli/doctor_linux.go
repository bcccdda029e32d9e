package cli

import "syscall"

// openFiles returns how many files a process of this shell may open.
func openFiles() int {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil {
		return 0
	}
	return int(min(l.Max, 1<<30))
}
