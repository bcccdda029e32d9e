package sources

import (
	"io/fs"
	"strconv"
	"syscall"
)

// OwnerOf returns who owns a file, in words that follow its mode.
func OwnerOf(info fs.FileInfo) string {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return " and belongs to the user " + strconv.Itoa(int(st.Uid))
	}
	return ""
}
