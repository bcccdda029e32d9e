package sources

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// noatime is the flag of a file system that doesn't record when files are read: statfs(2).
const noatime = 0x400

// Unread reports whether nobody has read a file since it was last written, as far as the system tells: a file system
// records the first time that a file is read after it was written.
func Unread(file string) bool {
	var fs unix.Statfs_t
	info, err := os.Stat(file)
	if err != nil || unix.Statfs(file, &fs) != nil || fs.Flags&noatime != 0 {
		return false
	}
	at := info.Sys().(*syscall.Stat_t).Atim
	return time.Unix(at.Sec, at.Nsec).Before(info.ModTime())
}

// IsWriting reports whether one of these processes has a file open for writing.
func IsWriting(pids []int, file string) bool {
	return slices.ContainsFunc(pids, func(pid int) bool { return writes(pid, file) })
}

func writes(pid int, file string) bool {
	dir := "/proc/" + strconv.Itoa(pid)
	list, _ := os.ReadDir(dir + "/fd")
	for _, e := range list {
		if to, _ := os.Readlink(dir + "/fd/" + e.Name()); to != file {
			continue
		}
		data, _ := os.ReadFile(dir + "/fdinfo/" + e.Name())
		for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
			flags, ok := strings.CutPrefix(lines.Text(), "flags:")
			n, err := strconv.ParseInt(strings.TrimSpace(flags), 8, 64)
			if ok && err == nil && n&unix.O_ACCMODE != unix.O_RDONLY {
				return true
			}
		}
	}
	return false
}

// IsWatched reports whether a process has asked the system to tell it of changes of a file or of its directory.
func IsWatched(pid int, file string) bool {
	wanted := map[string]bool{}
	for _, name := range []string{file, filepath.Dir(file)} {
		if info, err := os.Stat(name); err == nil {
			st := info.Sys().(*syscall.Stat_t)
			dev := uint64(unix.Major(st.Dev))<<20 | uint64(unix.Minor(st.Dev))
			wanted[fmt.Sprintf("ino:%x sdev:%x", st.Ino, dev)] = true
		}
	}
	dir := "/proc/" + strconv.Itoa(pid)
	list, _ := os.ReadDir(dir + "/fd")
	for _, e := range list {
		if to, _ := os.Readlink(dir + "/fd/" + e.Name()); to != "anon_inode:inotify" {
			continue
		}
		data, _ := os.ReadFile(dir + "/fdinfo/" + e.Name())
		for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
			if field := strings.Fields(lines.Text()); len(field) > 3 && wanted[field[2]+" "+field[3]] {
				return true
			}
		}
	}
	return false
}
