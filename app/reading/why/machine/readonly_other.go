//go:build !linux

package machine

import "golang.org/x/sys/unix"

// readOnly reports whether a file system is read-only: it is not known here.
func readOnly(*unix.Statfs_t) bool { return false }
