//go:build !real && !chaos && !crash

package fc

import (
	"os"

	"golang.org/x/sys/unix"
)

// room is what must be free in memory for the files of tests, of which a few have 100 MB.
const room = 4 << 30

// inMemory has tests keep their files in memory, where they wait for no disk, unless TMPDIR says where, or that has no
// room or runs no programs. Those that kill, inject faults or use real dev servers keep to the disk.
func inMemory() error {
	const dir = "/dev/shm"
	var fs unix.Statfs_t
	if os.Getenv("TMPDIR") != "" || unix.Statfs(dir, &fs) != nil || fs.Type != unix.TMPFS_MAGIC ||
		fs.Flags&unix.ST_NOEXEC != 0 || fs.Bavail*uint64(fs.Bsize) < room {
		return nil
	}
	return os.Setenv("TMPDIR", dir)
}
