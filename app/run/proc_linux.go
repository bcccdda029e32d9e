package run

import (
	"bytes"
	"os"
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

// readProc reads /proc/PID/stat, proc_pid_stat(5).
func readProc(pid int) (Proc, error) {
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

// parseStat parses the fields after the last ")", because the name before it may hold anything.
func parseStat(pid int, stat []byte) (Proc, error) {
	f := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(f) < 22 {
		return Proc{}, errGone
	}
	num := func(i int) uint64 { v, _ := strconv.ParseUint(f[i], 10, 64); return v }
	return Proc{
		PID:   pid,
		State: f[0][0],
		PPID:  int(num(1)),
		CPU:   time.Duration(num(11)+num(12)) * time.Second / ticksPerSecond,
		Start: num(19),
		RSS:   int64(num(21)) * int64(os.Getpagesize()),
	}, nil
}

func pids() ([]int, error) {
	d, err := os.Open("/proc")
	if err != nil {
		return nil, err
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	list := make([]int, 0, len(names))
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			list = append(list, pid)
		}
	}
	return list, nil
}

// marked reports whether the process was started with DEVSERVERS_RUN=id. Other users' processes are never ours.
func marked(pid int, id string) bool {
	env, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return false
	}
	want := []byte(Marker + "=" + id)
	for len(env) > 0 {
		var v []byte
		v, env, _ = bytes.Cut(env, []byte{0})
		if bytes.Equal(v, want) {
			return true
		}
	}
	return false
}

// signalExactly pins the process with pidfd_open(2), checks its start time, and signals through the descriptor, so
// that it never hits a recycled PID. On kernels without pidfds it only checks the start time.
func signalExactly(pid int, start uint64, sig syscall.Signal) error {
	fd, err := unix.PidfdOpen(pid, 0)
	if err == unix.ENOSYS || err == unix.EPERM {
		return signalChecked(pid, start, sig)
	}
	if err != nil {
		return errGone
	}
	defer unix.Close(fd)
	if p, err := readProc(pid); err != nil || p.Start != start {
		return errGone
	}
	return unix.PidfdSendSignal(fd, sig, nil, 0)
}

// becomeSubreaper makes orphans below this process its children: PR_SET_CHILD_SUBREAPER, prctl(2).
func becomeSubreaper() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// oomFile holds the score by which the kernel chooses the process to end when memory runs out,
// proc_pid_oom_score_adj(5).
const oomFile = "/proc/self/oom_score_adj"

// preferForOOM makes the kernel end the processes forked until restore rather than us when memory runs out. Raising
// the score, and restoring it, needs no privileges. Set on the command later, it would miss what the command has
// forked by then.
func preferForOOM() (restore func()) {
	old, err := os.ReadFile(oomFile)
	if err != nil || os.WriteFile(oomFile, []byte("200"), 0o600) != nil {
		return func() {}
	}
	return func() { _ = os.WriteFile(oomFile, old, 0o600) }
}

// selfExe returns a path that starts this very binary, even when its file was replaced or removed meanwhile.
func selfExe() (string, error) { return "/proc/self/exe", nil }

// keepInherited makes sure that the command doesn't inherit what the manager's parent left open: close_range(2).
func keepInherited() { _ = unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC) }

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

// limitMemory sets RLIMIT_DATA of a process that has just been started: prlimit(2). It is a backstop, so the moment
// in which the process runs without it does not matter. A holder that had to set the limit for itself would suffer
// from it.
func limitMemory(pid int, limit uint64) {
	var old unix.Rlimit
	if limit == 0 || unix.Prlimit(pid, unix.RLIMIT_DATA, nil, &old) != nil {
		return
	}
	old.Cur = min(limit, old.Max)
	_ = unix.Prlimit(pid, unix.RLIMIT_DATA, &old, nil)
}
