package process

import (
	"syscall"
	"unsafe"
)

// The numbers of newer system calls are the same on all processors.
const (
	sysPidfdSendSignal = 424
	sysPidfdOpen       = 434
	sysCloseRange      = 436
)

func failure(errno syscall.Errno) error {
	if errno != 0 {
		return errno
	}
	return nil
}

func call(trap, a, b, c uintptr) (int, error) {
	n, _, errno := syscall.Syscall(trap, a, b, c)
	return int(n), failure(errno)
}

// Ioctl is ioctl(2) with a number.
func Ioctl(fd int, request, value uintptr) error {
	_, err := call(syscall.SYS_IOCTL, uintptr(fd), request, value)
	return err
}

// IoctlPointer is ioctl(2) with a pointer to what the kernel reads or fills.
func IoctlPointer[T any](fd int, request uintptr, value *T) error {
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), request, uintptr(unsafe.Pointer(value)))
	return failure(errno)
}

// Eventfd returns a non-blocking counter that is 0: eventfd(2).
func Eventfd() (int, error) {
	return call(syscall.SYS_EVENTFD2, 0, syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
}

// clockMonotonic is CLOCK_MONOTONIC of clock_gettime(2).
const clockMonotonic = 1

// Timerfd returns a non-blocking timer that is not set: timerfd_create(2).
func Timerfd() (int, error) {
	return call(syscall.SYS_TIMERFD_CREATE, clockMonotonic, syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
}

// TimerSpec is struct itimerspec: the first time from now, and then each interval.
type TimerSpec struct{ Interval, Value syscall.Timespec }

// SetTimer is timerfd_settime(2). It never waits, and is not announced to Go's scheduler, which would wake a thread of the
// runtime for each rest of a holder.
func SetTimer(fd int, spec *TimerSpec) error {
	_, _, errno := syscall.RawSyscall6(syscall.SYS_TIMERFD_SETTIME, uintptr(fd), 0, uintptr(unsafe.Pointer(spec)), 0, 0, 0)
	return failure(errno)
}

// PollFd is struct pollfd of poll(2).
type PollFd struct {
	Fd      int32
	Events  int16
	Revents int16
}

// What can be waited for with Poll.
const (
	PollIn  = 0x1
	PollOut = 0x4
)

// Poll is ppoll(2) without a signal mask; a nil timeout is none.
func Poll(fds []PollFd, timeout *syscall.Timespec) error {
	_, _, errno := syscall.Syscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(&fds[0])), uintptr(len(fds)), uintptr(unsafe.Pointer(timeout)), 0, 0, 0)
	return failure(errno)
}

// BecomeSubreaper makes orphans below this process its children: PR_SET_CHILD_SUBREAPER, prctl(2).
func BecomeSubreaper() error {
	const setChildSubreaper = 36
	_, _, errno := syscall.Syscall6(syscall.SYS_PRCTL, setChildSubreaper, 1, 0, 0, 0, 0)
	return failure(errno)
}

// CloseOnExecFrom makes all descriptors from first on close-on-exec: close_range(2).
func CloseOnExecFrom(first int) error {
	const cloexec = 4
	_, err := call(sysCloseRange, uintptr(first), uintptr(^uint32(0)), cloexec)
	return err
}

// Prlimit sets a limit of a process unless limit is nil, and returns the old one unless old is nil: prlimit(2).
func Prlimit(pid, resource int, limit, old *syscall.Rlimit) error {
	_, _, errno := syscall.Syscall6(syscall.SYS_PRLIMIT64, uintptr(pid), uintptr(resource), uintptr(unsafe.Pointer(limit)), uintptr(unsafe.Pointer(old)), 0, 0)
	return failure(errno)
}

// childless reports whether this process has no children, not even ended ones: waitid(2).
func childless() bool {
	_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, 0, 0, 0, syscall.WEXITED|syscall.WNOHANG|syscall.WNOWAIT, 0, 0)
	return errno == syscall.ECHILD
}

// PidfdOpen returns a descriptor of a process: pidfd_open(2).
func PidfdOpen(pid int) (int, error) { return call(sysPidfdOpen, uintptr(pid), 0, 0) }

// PidfdSendSignal is pidfd_send_signal(2).
func PidfdSendSignal(fd int, sig syscall.Signal) error {
	_, _, errno := syscall.Syscall6(sysPidfdSendSignal, uintptr(fd), uintptr(sig), 0, 0, 0, 0)
	return failure(errno)
}
