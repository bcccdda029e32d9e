package history

import (
	"errors"
	"fmt"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/run"
)

// Free returns how many bytes, and how many files, this user may still add to the file system of a directory.
func Free(dir string) (size int64, files uint64, err error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, 0, err
	}
	if st.Files == 0 { // it has no limit
		return int64(st.Bavail) * int64(st.Bsize), 1, nil
	}
	return int64(st.Bavail) * int64(st.Bsize), uint64(st.Ffree), nil
}

// Full returns the failure of a start of ref that err prevented for lack of disk; nil if err is another error. It
// states how much is free and where, and what our own kept runs take.
func (s Runs) Full(ref app.Ref, err error) *app.Error {
	if !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT) {
		return nil
	}
	left := "your quota of disk space is used up"
	if size, files, stat := Free(s.Root); stat != nil {
		left = "its disk is full"
	} else if files == 0 {
		left = "the disk has no free inodes"
	} else if !errors.Is(err, syscall.EDQUOT) {
		left = "the disk has " + words.Size(size) + " free"
	}
	hint := "free some space there: df -h " + s.Root
	if n, size := s.over(); n > 0 {
		hint += fmt.Sprintf("; output of earlier runs takes %s (%s): lower transcripts_total in config.yml, and the oldest "+
			"are removed within 10s", words.Size(size), words.Count(n, "run"))
	}
	return app.FailAbout(app.CodeDiskFull, hint, ref.Name, "can't be started, because its output can't be stored: %s (%s)",
		left, s.Root)
}

// over returns the number and size of the runs that are over.
func (s Runs) over() (n int, size int64) {
	dirs, _ := filepath.Glob(filepath.Join(s.Root, "*", "*", "*"))
	for _, dir := range dirs {
		if app.IsRunID(filepath.Base(dir)) && !run.HasSocket(dir) {
			n, size = n+1, size+sizeOf(dir)
		}
	}
	return n, size
}
