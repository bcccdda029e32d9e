package process

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ticksPerSecond is USER_HZ, 100 on every Linux that Go runs on: sysconf(_SC_CLK_TCK).
const ticksPerSecond = 100

var bootID = sync.OnceValue(func() string {
	data, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(data))
})

// Read returns the process that has this PID now, from /proc/PID/stat, proc_pid_stat(5).
func Read(pid int) (Proc, error) {
	var buf [512]byte
	n, err := readSmall("/proc/"+strconv.Itoa(pid)+"/stat", buf[:])
	if err != nil {
		return Proc{}, err
	}
	return parseStat(pid, buf[:n])
}

func readSmall(path string, buf []byte) (int, error) {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	defer syscall.Close(fd)
	return syscall.Read(fd, buf)
}

// readWhole returns the content of a file in /proc of about this size, or what can be read of it. It takes fewer system
// calls than os.ReadFile.
func readWhole(path string, size int) ([]byte, error) {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	buf := make([]byte, 0, size)
	for {
		if len(buf) == cap(buf) {
			buf = slices.Grow(buf, cap(buf))
		}
		n, err := syscall.Read(fd, buf[len(buf):cap(buf)])
		if err == syscall.EINTR {
			continue
		}
		if n <= 0 {
			return buf, nil
		}
		buf = buf[:len(buf)+n]
	}
}

// children returns the processes that the threads of a process have forked, from /proc/PID/task/TID/children,
// proc_tid_children(5). ok is false if the kernel doesn't list them.
func children(pid int) (pids []int, ok bool) {
	tasks := "/proc/" + strconv.Itoa(pid) + "/task"
	if _, err := os.Stat(tasks + "/" + strconv.Itoa(pid) + "/children"); err != nil {
		_, err := os.Stat(tasks)
		return nil, err != nil // it is gone
	}
	threads, _ := entriesOf(tasks, 1<<10)
	for _, t := range threads {
		list, _ := readWhole(tasks+"/"+strconv.Itoa(t.pid)+"/children", 256)
		for _, child := range bytes.Fields(list) {
			if n, err := strconv.Atoi(string(child)); err == nil {
				pids = append(pids, n)
			}
		}
	}
	return pids, true
}

// Childless reports whether this process has no children, not even ended ones. A subreaper then has no descendants.
func Childless() bool {
	return unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil) == unix.ECHILD
}

// parseStat parses the fields after the last ")", because the name before it may hold anything.
func parseStat(pid int, stat []byte) (Proc, error) {
	f := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(f) < 22 {
		return Proc{}, errGone
	}
	num := func(i int) uint64 { v, _ := strconv.ParseUint(f[i], 10, 64); return v }
	return Proc{
		PID:    pid,
		State:  f[0][0],
		PPID:   int(num(1)),
		CPU:    time.Duration(num(11)+num(12)) * time.Second / ticksPerSecond,
		Faults: num(7) + num(9),
		System: time.Duration(num(12)) * time.Second / ticksPerSecond,
		Start:  num(19),
		RSS:    int64(num(21)) * int64(os.Getpagesize()),
	}, nil
}

// entry is one process in a list of all. Its number and is, the inode of its directory, identify it while it lives.
type entry struct {
	pid int
	is  uint64
}

// read returns the process.
func (e entry) read() (Proc, error) { return Read(e.pid) }

// entries lists all processes.
func entries() (list []entry, err error) { return entriesOf("/proc", 16<<10) }

// entriesOf returns the entries of a directory whose names are numbers. It reads so many bytes at a time.
func entriesOf(dir string, size int) (list []entry, err error) {
	fd, err := syscall.Open(dir, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	buf := make([]byte, size)
	for {
		n, err := syscall.ReadDirent(fd, buf)
		if err == syscall.EINTR {
			continue
		}
		if n <= 0 || err != nil {
			return list, err
		}
		list = parseEntries(list, buf[:n])
	}
}

// parseEntries adds the numbers among the names of getdents64(2).
func parseEntries(list []entry, b []byte) []entry {
	const name = 19 // after inode, offset, length and type
	for len(b) > name {
		length := int(binary.NativeEndian.Uint16(b[16:]))
		if length <= name || length > len(b) {
			return list
		}
		text, _, _ := bytes.Cut(b[name:length], []byte{0})
		if pid, err := strconv.Atoi(string(text)); err == nil {
			list = append(list, entry{pid, binary.NativeEndian.Uint64(b)})
		}
		b = b[length:]
	}
	return list
}

// idsOf returns the runs that a process was started in, by DEVSERVERS_RUN in its environment. Other users' processes
// are never ours.
func idsOf(pid int) (ids []string, err error) {
	env, err := readWhole("/proc/"+strconv.Itoa(pid)+"/environ", 8<<10)
	for len(env) > 0 {
		var v []byte
		v, env, _ = bytes.Cut(env, []byte{0})
		if id, ok := bytes.CutPrefix(v, []byte(Marker+"=")); ok {
			ids = append(ids, string(id))
		}
	}
	return ids, err
}

// locksBelow reports whether the process holds an exclusive flock(2) on a file or directory in dir: proc_pid_fdinfo(5).
func locksBelow(pid int, dir string) bool {
	proc := "/proc/" + strconv.Itoa(pid)
	fds, err := os.ReadDir(proc + "/fd")
	if err != nil {
		return false
	}
	for _, fd := range fds {
		to, err := os.Readlink(proc + "/fd/" + fd.Name())
		if err != nil || !strings.HasPrefix(to, dir+"/") {
			continue
		}
		info, _ := os.ReadFile(proc + "/fdinfo/" + fd.Name())
		for line := range strings.Lines(string(info)) {
			if strings.HasPrefix(line, "lock:") && strings.Contains(line, "FLOCK") && strings.Contains(line, "WRITE") {
				return true
			}
		}
	}
	return false
}

// ownerOf returns the user whose process this is; -1 if it is gone.
func ownerOf(pid int) int {
	var st syscall.Stat_t
	if syscall.Stat("/proc/"+strconv.Itoa(pid), &st) != nil {
		return -1
	}
	return int(st.Uid)
}

// Executable returns the path of the program that a process runs; "" if this user can't see it.
func Executable(pid int) string {
	file, _ := os.Readlink("/proc/" + strconv.Itoa(pid) + "/exe")
	return file
}

// WorkingDir returns the current directory of a process, without " (deleted)"; "" if it can't be read.
func WorkingDir(pid int) string {
	dir, _ := os.Readlink("/proc/" + strconv.Itoa(pid) + "/cwd")
	return strings.TrimSuffix(dir, " (deleted)")
}

// signalExactly pins the process with pidfd_open(2), checks its start time, and signals through the descriptor, so
// that it never hits a recycled PID. On kernels without pidfds it only checks the start time.
func signalExactly(pid int, start uint64, sig syscall.Signal) error {
	fd, err := unix.PidfdOpen(pid, 0)
	if errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.EPERM) {
		return signalChecked(pid, start, sig)
	}
	if err != nil {
		return errGone
	}
	defer syscall.Close(fd)
	if p, err := Read(pid); err != nil || p.Start != start {
		return errGone
	}
	return unix.PidfdSendSignal(fd, sig, nil, 0)
}

// Age returns how long ago p was started.
func Age(p Proc) time.Duration {
	var buf [128]byte
	n, err := readSmall("/proc/uptime", buf[:])
	if err != nil {
		return 0
	}
	up, err := strconv.ParseFloat(strings.Fields(string(buf[:n]))[0], 64)
	if err != nil {
		return 0
	}
	return time.Duration(up*float64(time.Second)) - time.Duration(p.Start)*time.Second/ticksPerSecond
}

// FreeMemory returns how much memory the machine can still provide, in bytes: MemAvailable, proc_meminfo(5). 0 means
// unknown.
func FreeMemory() int64 {
	var buf [256]byte
	n, err := readSmall("/proc/meminfo", buf[:])
	if err != nil {
		return 0
	}
	_, rest, ok := strings.Cut(string(buf[:n]), "MemAvailable:")
	f := strings.Fields(rest)
	if !ok || len(f) == 0 {
		return 0
	}
	kb, _ := strconv.ParseInt(f[0], 10, 64)
	return kb << 10
}
