package process

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// Reads tells whether files are opened.
type Reads struct {
	fd    int
	root  int
	sizes map[int32]int64 // of the files, by watch
	read  int64           // what the tree had read before
	known bool
}

// WatchReads begins to watch these files: whether a process below root opens one, or any process at all if root is 0.
// nil: the system doesn't tell. The caller closes it.
func WatchReads(files []string, root int) *Reads {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil
	}
	r := &Reads{fd: fd, root: root, sizes: map[int32]int64{}}
	r.read, r.known = bytesRead(root)
	for _, f := range files {
		wd, err := unix.InotifyAddWatch(fd, f, unix.IN_OPEN)
		if err != nil && err != unix.ENOENT {
			r.Close()
			return nil
		}
		if info, gone := os.Stat(f); err == nil && gone == nil {
			r.sizes[int32(wd)] = info.Size()
		}
	}
	return r
}

// Any reports whether one of the files was opened since the last call. inotify(7) doesn't tell by whom: it was not the
// tree if that has read less than there is in the file. Without a watch it says no.
func (r *Reads) Any() bool {
	smallest := r.opened()
	if smallest < 0 {
		return false
	}
	now, known := bytesRead(r.root)
	return !r.known || !known || now < r.read || now-r.read >= smallest
}

// opened returns the size of the smallest file that was opened; -1: none was.
func (r *Reads) opened() int64 {
	if r == nil {
		return -1
	}
	var buf [16 << 10]byte
	n, _ := unix.Read(r.fd, buf[:])
	smallest := int64(-1)
	for rest := buf[:max(n, 0)]; len(rest) >= unix.SizeofInotifyEvent; {
		wd, name := int32(binary.NativeEndian.Uint32(rest)), binary.NativeEndian.Uint32(rest[12:])
		opened := binary.NativeEndian.Uint32(rest[4:])&unix.IN_OPEN != 0 // others say that a file was replaced
		if size := r.sizes[wd]; opened && (smallest < 0 || size < smallest) {
			smallest = size
		}
		rest = rest[min(len(rest), unix.SizeofInotifyEvent+int(name)):]
	}
	return smallest
}

// Close ends the watch.
func (r *Reads) Close() {
	if r != nil {
		_ = unix.Close(r.fd)
	}
}

// bytesRead returns how many bytes the processes below root have read, with those of their children that have ended:
// rchar in proc_pid_io(5). false: not known.
func bytesRead(root int) (sum int64, known bool) {
	if root == 0 {
		return 0, false
	}
	for _, pid := range Descendants(root) {
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", pid))
		first, _, _ := bytes.Cut(data, []byte("\n"))
		n, bad := strconv.ParseInt(string(bytes.TrimPrefix(first, []byte("rchar: "))), 10, 64)
		if err != nil || bad != nil {
			return 0, false
		}
		sum += n
	}
	return sum, true
}
