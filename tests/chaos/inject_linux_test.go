//go:build chaos && amd64

package chaos

import (
	"bytes"
	le "encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Faults are injected where programs meet the machine, at system calls: seccomp_unotify(2). A filter makes the kernel
// ask us before it makes some calls of the manager, and of all that it starts. So nothing of the program is built for
// it, no call is forgotten, and what is tried is the program that people run.

// injector answers the kernel for all managers that it has started, and for their holders.
type injector struct {
	mu      sync.Mutex
	fault   callFault
	counted int
	hit     string   // the call that failed
	left    bool     // no more calls fail
	names   []string // of the calls that were counted
	seen    map[string]int
}

// callFault makes the n-th call of its kind fail, of the manager ("serve") or of holders ("hold"), or all calls of both
// from there on.
type callFault struct {
	class  class
	of     string
	n      int
	lasts  bool
	ignore bool // calls are only counted
}

func (f callFault) String() string {
	lasts := ""
	if f.lasts {
		lasts = " and all that follow of both"
	}
	return fmt.Sprintf("%s at call %d of %s%s", f.class.name, f.n, f.of, lasts)
}

// class is one way to fail, and the calls that can. Each call that creates or changes something has one at least.
type class struct {
	name  string
	errno syscall.Errno // 0: a short write
	calls map[int32]string
}

var writes = map[int32]string{unix.SYS_WRITE: "write", unix.SYS_PWRITE64: "pwrite"}

var classes = []class{
	{"ENOSPC", syscall.ENOSPC, map[int32]string{unix.SYS_WRITE: "write", unix.SYS_PWRITE64: "pwrite",
		unix.SYS_FTRUNCATE: "ftruncate", unix.SYS_OPENAT: "create", unix.SYS_MKDIRAT: "mkdir", unix.SYS_RENAMEAT: "rename",
		unix.SYS_RENAMEAT2: "rename", unix.SYS_RENAME: "rename", unix.SYS_MKDIR: "mkdir", unix.SYS_FSYNC: "fsync",
		unix.SYS_SYMLINKAT: "symlink", unix.SYS_BIND: "bind", unix.SYS_FALLOCATE: "fallocate"}},
	{"EMFILE", syscall.EMFILE, map[int32]string{unix.SYS_OPENAT: "open", unix.SYS_SOCKET: "socket",
		unix.SYS_SOCKETPAIR: "socketpair", unix.SYS_ACCEPT4: "accept", unix.SYS_PIPE2: "pipe", unix.SYS_EVENTFD2: "eventfd",
		unix.SYS_EPOLL_CREATE1: "epoll_create", unix.SYS_TIMERFD_CREATE: "timerfd", unix.SYS_FCNTL: "dup",
		unix.SYS_PIDFD_OPEN: "pidfd_open", unix.SYS_INOTIFY_INIT1: "inotify_init"}},
	{"EAGAIN", syscall.EAGAIN, map[int32]string{unix.SYS_CLONE: "clone", unix.SYS_CLONE3: "clone",
		unix.SYS_VFORK: "fork"}},
	{"EAGAIN for a thread", syscall.EAGAIN, map[int32]string{unix.SYS_CLONE: "clone", unix.SYS_CLONE3: "clone",
		unix.SYS_VFORK: "fork"}},
	{"EIO", syscall.EIO, map[int32]string{unix.SYS_WRITE: "write", unix.SYS_PWRITE64: "pwrite", unix.SYS_OPENAT: "open",
		unix.SYS_FSYNC: "fsync", unix.SYS_RENAMEAT: "rename", unix.SYS_RENAME: "rename", unix.SYS_UNLINKAT: "unlink",
		unix.SYS_GETDENTS64: "getdents", unix.SYS_FTRUNCATE: "ftruncate"}},
	{"short write", 0, writes},
	{"EINTR", syscall.EINTR, map[int32]string{unix.SYS_OPENAT: "open", unix.SYS_WRITE: "write",
		unix.SYS_PWRITE64: "pwrite", unix.SYS_FSYNC: "fsync"}},
}

// notified is struct seccomp_notif, and answered struct seccomp_notif_resp.
type notified struct {
	ID    uint64
	PID   uint32
	Flags uint32
	Nr    int32
	Arch  uint32
	IP    uint64
	Args  [6]uint64
}

type answered struct {
	ID    uint64
	Val   int64
	Error int32
	Flags uint32
}

const throughVariable = "CHAOS_FILTERED"

func init() {
	if os.Getenv(throughVariable) != "" {
		filtered()
	}
}

// filtered is this process as it becomes a program that is asked about: it installs the filter, waits until the
// listener was taken from it, and executes its arguments.
func filtered() {
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		panic(err)
	}
	program := filter()
	p := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	fd, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_NEW_LISTENER|unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, uintptr(unsafe.Pointer(&p)))
	if errno != 0 {
		panic(errno)
	}
	text := []byte(strconv.Itoa(int(fd)) + "\n") // writev is not asked about
	if _, err := unix.Writev(3, [][]byte{text}); err != nil {
		panic(err)
	}
	_, _ = unix.Read(3, make([]byte, 1))
	unix.CloseOnExec(3)
	if err := os.Unsetenv(throughVariable); err != nil {
		panic(err)
	}
	err := syscall.Exec(os.Args[1], os.Args[1:], os.Environ())
	panic(err)
}

// filter asks us about the calls of all classes.
func filter() []unix.SockFilter {
	jump := func(value uint32, yes, no uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: yes, Jf: no, K: value}
	}
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	give := func(value uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: value} }
	program := []unix.SockFilter{load(0)}
	all := map[int32]bool{}
	for _, c := range classes {
		for nr := range c.calls {
			if !all[nr] {
				all[nr] = true
				program = append(program, jump(uint32(nr), 0, 1), give(unix.SECCOMP_RET_USER_NOTIF))
			}
		}
	}
	return append(program, give(unix.SECCOMP_RET_ALLOW))
}

// start starts a program that is asked about, and answers for it and all that it starts as long as they live.
func (i *injector) start(cmd *exec.Cmd) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	ours, theirs := os.NewFile(uintptr(fds[0]), "ours"), os.NewFile(uintptr(fds[1]), "theirs")
	defer ours.Close()
	cmd.Args = append([]string{self, cmd.Path}, cmd.Args[1:]...)
	cmd.Path, cmd.ExtraFiles = self, []*os.File{theirs}
	cmd.Env = append(cmd.Env, throughVariable+"=1")
	err = cmd.Start()
	theirs.Close()
	if err != nil {
		return err
	}
	var text [16]byte
	n, err := ours.Read(text[:])
	if err != nil {
		return errors.Join(err, cmd.Wait())
	}
	number, err := strconv.Atoi(strings.TrimSpace(string(text[:n])))
	if err != nil {
		return err
	}
	pidfd, err := unix.PidfdOpen(cmd.Process.Pid, 0)
	if err != nil {
		return err
	}
	defer unix.Close(pidfd)
	listener, err := unix.PidfdGetfd(pidfd, number, 0)
	if err != nil {
		return err
	}
	go i.listen(listener)
	return nil
}

// listen answers the kernel until none of the processes lives.
func (i *injector) listen(fd int) {
	defer unix.Close(fd)
	for {
		var n notified
		poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if _, err := unix.Poll(poll, -1); err == unix.EINTR {
			continue
		}
		if poll[0].Revents&unix.POLLHUP != 0 {
			return
		}
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(&n)))
		if errno != 0 {
			continue // it was killed meanwhile
		}
		a := i.answer(n)
		_, _, _ = unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&a)))
	}
}

// digits are what differs in the names of temporary files.
var digits = regexp.MustCompile(`-?\d+`)

// arm makes a fault from now on, and disarm ends that and says how many calls were counted and which one failed.
func (i *injector) arm(f callFault) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.fault, i.counted, i.hit, i.left, i.names = f, 0, "", false, nil
}

func (i *injector) lasts() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.fault.lasts
}

func (i *injector) disarm() (counted int, hit string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.fault.n, i.fault.ignore, i.left = 0, false, true
	return i.counted, i.hit
}

// answer says what becomes of a call: the kernel makes it, or it fails.
func (i *injector) answer(n notified) answered {
	proceed := answered{ID: n.ID, Flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
	i.mu.Lock()
	defer i.mu.Unlock()
	f := i.fault
	name := f.class.calls[n.Nr]
	if i.left || name == "" || f.n == 0 && !f.ignore {
		return proceed
	}
	what, ours := about(n, name, f, i.hit != "")
	if !ours {
		return proceed
	}
	i.counted++
	i.names = append(i.names, name+" "+digits.ReplaceAllString(filepath.Ext(what), ""))
	if f.ignore || i.counted < f.n || i.counted > f.n && !f.lasts {
		return proceed
	}
	if i.hit == "" {
		i.hit = what
		i.seen[f.of+" "+name]++
	}
	if f.class.errno == 0 {
		return shortened(n)
	}
	return answered{ID: n.ID, Error: -int32(f.class.errno)}
}

// about returns what a call is about, and whether the fault can meet it. Threads and processes have one limit: once a
// lasting lack of threads has begun, no process can be started either.
func about(n notified, name string, f callFault, begun bool) (what string, ours bool) {
	pid := int(n.PID)
	line := read(pid, "cmdline")
	words := strings.Split(line, "\x00")
	if len(words) < 2 || filepath.Base(words[0]) != "devservers" || words[1] != f.of && !f.lasts {
		return "", false
	}
	switch n.Nr {
	case unix.SYS_OPENAT:
		path := pathAt(pid, n.Args[1])
		if strings.HasPrefix(path, "/proc/") || strings.HasPrefix(path, "/sys/") || f.class.errno == syscall.ENOSPC &&
			n.Args[2]&unix.O_CREAT == 0 {
			return "", false
		}
		return name + " " + path, true
	case unix.SYS_WRITE, unix.SYS_PWRITE64, unix.SYS_FTRUNCATE, unix.SYS_FSYNC:
		to, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, int(n.Args[0])))
		if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "/dev/") || strings.HasSuffix(to, ".log") &&
			strings.Contains(to, "manager") {
			return "", false // a wake-up of the runtime, a terminal, or what is said about a fault
		}
		return name + " " + to, true
	case unix.SYS_FCNTL:
		return name, n.Args[1] == unix.F_DUPFD_CLOEXEC || n.Args[1] == unix.F_DUPFD
	case unix.SYS_CLONE, unix.SYS_CLONE3, unix.SYS_VFORK:
		return f.class.name, isThread(n) == strings.HasSuffix(f.class.name, "thread") || begun
	case unix.SYS_MKDIR, unix.SYS_RENAME:
		return name + " " + pathAt(pid, n.Args[0]), true
	case unix.SYS_MKDIRAT, unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2, unix.SYS_UNLINKAT:
		return name + " " + pathAt(pid, n.Args[1]), true
	}
	return name, true
}

// isThread reports whether a call of the clone family creates a thread.
func isThread(n notified) bool {
	flags := n.Args[0]
	if n.Nr == unix.SYS_CLONE3 {
		var at [8]byte
		if !peek(int(n.PID), n.Args[0], at[:]) {
			return false
		}
		flags = le.LittleEndian.Uint64(at[:])
	}
	return n.Nr != unix.SYS_VFORK && flags&unix.CLONE_THREAD != 0
}

// shortened writes the half of what was to be written, in the place of the caller.
func shortened(n notified) answered {
	proceed := answered{ID: n.ID, Flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
	data := make([]byte, min(n.Args[2]/2, 1<<16))
	pidfd, err := unix.PidfdOpen(groupOf(int(n.PID)), 0)
	if err != nil || len(data) == 0 || !peek(int(n.PID), n.Args[1], data) {
		return proceed
	}
	defer unix.Close(pidfd)
	fd, err := unix.PidfdGetfd(pidfd, int(n.Args[0]), 0)
	if err != nil {
		return proceed
	}
	defer unix.Close(fd)
	var written int
	if n.Nr == unix.SYS_WRITE {
		written, err = unix.Write(fd, data)
	} else {
		written, err = unix.Pwrite(fd, data, int64(n.Args[3]))
	}
	if err != nil {
		return proceed
	}
	return answered{ID: n.ID, Val: int64(written)}
}

// groupOf returns the process of a thread.
func groupOf(thread int) int {
	_, rest, _ := strings.Cut(read(thread, "status"), "\nTgid:")
	line, _, _ := strings.Cut(rest, "\n")
	pid, _ := strconv.Atoi(strings.TrimSpace(line))
	return pid
}

// pathAt reads a path out of a process, peek reads bytes.
func pathAt(pid int, at uint64) string {
	var text [512]byte
	page := 4096 - at%4096 // what follows may not be mapped
	part := text[:min(uint64(len(text)), page)]
	if !peek(pid, at, part) {
		return "?"
	}
	path, _, whole := bytes.Cut(part, []byte{0})
	if !whole && len(part) < len(text) && peek(pid, at+page, text[len(part):]) {
		path, _, _ = bytes.Cut(text[:], []byte{0})
	}
	return string(path)
}

func peek(pid int, at uint64, into []byte) bool {
	local := []unix.Iovec{{Base: &into[0], Len: uint64(len(into))}}
	n, err := unix.ProcessVMReadv(pid, local, []unix.RemoteIovec{{Base: uintptr(at), Len: len(into)}}, 0)
	return err == nil && n == len(into)
}
