package home

import (
	"io/fs"
	"syscall"
)

// Changed returns when a file or what is known of it last changed, in nanoseconds, which no program can set; 0 if that
// is unknown.
func Changed(info fs.FileInfo) int64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctimespec.Nano()
	}
	return 0
}
