package sources

import "golang.org/x/sys/unix"

// NoExec reports whether path is on a file system from which nothing can be executed.
func NoExec(path string) bool {
	var st unix.Statfs_t
	return unix.Statfs(path, &st) == nil && st.Flags&unix.ST_NOEXEC != 0
}
