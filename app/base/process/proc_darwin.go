package process

import (
	"errors"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// bootID is new with each boot, and does not change with the clock.
var bootID = sync.OnceValue(func() string {
	id, _ := unix.Sysctl("kern.bootsessionuuid")
	return id
})

// ticks is how often mach_absolute_time(3) counts in a second.
var ticks = sync.OnceValue(func() uint64 {
	n, err := unix.SysctlUint64("hw.tbfrequency")
	if err != nil {
		return uint64(time.Second)
	}
	return n
})

// Read returns the process that has this PID now.
func Read(pid int) (Proc, error) {
	k, err := readKinfo(pid)
	if err != nil {
		return Proc{}, err
	}
	return entry{pid: pid, kinfo: k}.read()
}

func readKinfo(pid int) (kinfo, error) {
	b, err := unix.SysctlRaw("kern.proc.pid", pid)
	if err != nil {
		return kinfo{}, err
	}
	list := parseKinfo(b)
	if len(list) != 1 || list[0].PID != pid {
		return kinfo{}, errGone
	}
	return list[0], nil
}

// entry is one process in a list of all. Its number and is identify it while it lives.
type entry struct {
	pid int
	is  uint64
	kinfo
}

// read returns the process.
func (e entry) read() (Proc, error) {
	var task [taskSize]byte
	p := e.Proc
	p.use(task[:procInfo(e.pid, procTaskInfo, task[:])], ticks())
	return p, nil
}

// entries lists all processes by one call.
func entries() (list []entry, err error) {
	b, err := unix.SysctlRaw("kern.proc.all")
	for errors.Is(err, syscall.ENOMEM) { // there are more than a moment before
		b, err = unix.SysctlRaw("kern.proc.all")
	}
	for _, k := range parseKinfo(b) {
		if k.PID > 0 {
			list = append(list, entry{k.PID, k.Start, k})
		}
	}
	return list, err
}

// Childless reports false: there may be children.
func Childless() bool { return false }

// children reports that the kernel doesn't list them here.
func children(int) ([]int, bool) { return nil, false }

// The calls of proc_info(2).
const (
	procInfoPID   = 2 // PROC_INFO_CALL_PIDINFO
	procTaskInfo  = 4 // PROC_PIDTASKINFO
	procVnodePath = 9 // PROC_PIDVNODEPATHINFO
)

// procInfo fills b with the kernel's information on a process, and returns its number of bytes; 0: nothing.
func procInfo(pid, flavor int, b []byte) int {
	n, _, errno := unix.Syscall6(unix.SYS_PROC_INFO, procInfoPID, uintptr(pid), uintptr(flavor), 0,
		uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)))
	if errno != 0 {
		return 0
	}
	return min(int(n), len(b))
}

func argumentsOf(pid int) (program string, argv, env []string) {
	b, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil {
		return "", nil, nil
	}
	return parseArguments(b)
}

func arguments(pid int) []string {
	_, argv, _ := argumentsOf(pid)
	return argv
}

// idsOf returns the runs that a process was started in, by DEVSERVERS_RUN in its environment. The kernel hides the
// environment of other users' processes, and of programs that the system protects.
func idsOf(pid int) (ids []string, err error) {
	_, _, env := argumentsOf(pid)
	for _, v := range env {
		if id, ok := strings.CutPrefix(v, Marker+"="); ok {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func signalExactly(pid int, start uint64, sig syscall.Signal) error {
	return signalChecked(pid, start, sig)
}

// Age returns how long ago p was started.
func Age(p Proc) time.Duration { return time.Since(time.UnixMicro(int64(p.Start))) }

// FreeMemory returns 0 for unknown: it is not implemented here.
func FreeMemory() int64 { return 0 }

// locksBelow reports whether the process runs this program. Which locks it holds can't be seen here.
func locksBelow(pid int, _ string) bool {
	self, err := os.Executable()
	program, _, _ := argumentsOf(pid)
	return err == nil && program == self
}

// ownerOf returns the user whose process this is; -1 if it is gone.
func ownerOf(pid int) int {
	k, err := readKinfo(pid)
	if err != nil {
		return -1
	}
	return k.uid
}

// Executable returns the path of the program that a process runs; "" if this user can't see it.
func Executable(pid int) string {
	program, _, _ := argumentsOf(pid)
	return program
}

// WorkingDir returns the current directory of a process; "" if it can't be read.
func WorkingDir(pid int) string {
	b := make([]byte, vnodePathSize)
	return parseWorkingDir(b[:procInfo(pid, procVnodePath, b)])
}
