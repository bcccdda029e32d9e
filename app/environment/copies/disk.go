package copies

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Disk returns how much room a file or directory takes on disk, as far as it can be read before ctx ends. What files
// share by reference counts for each of them.
func Disk(ctx context.Context, path string) (total int64) {
	_ = filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := d.Info(); err == nil {
			total += room(info)
		}
		return ctx.Err()
	})
	return total
}

func room(info os.FileInfo) int64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Blocks * 512
	}
	return info.Size()
}
