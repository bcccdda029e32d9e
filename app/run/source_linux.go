package run

import (
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// source is our side of a run's terminal or pipe: a non-blocking descriptor. It stays out of the runtime's poller,
// which would wake a pausing holder at each line.
type source struct {
	fd    int
	stop  int // eventfd(2): end was called
	ended bool
}

func newSource(fd int) (*source, error) {
	stop, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return nil, os.NewSyscallError("eventfd", err)
	}
	return &source{fd: fd, stop: stop}, os.NewSyscallError("fcntl", unix.SetNonblock(fd, true))
}

// read waits for output. 0 bytes without an error are the end of a pipe; a terminal ends with EIO. After end, it
// returns what is there, and then os.ErrClosed.
func (s *source) read(b []byte) (int, error) {
	for {
		n, errno := readNow(s.fd, b)
		switch {
		case errno == 0:
			return n, nil
		case errno == unix.EINTR:
		case errno != unix.EAGAIN:
			return 0, errno
		case s.ended:
			return 0, os.ErrClosed
		default:
			s.wait()
		}
	}
}

// readNow is read(2), without announcing it to Go's scheduler. On a non-blocking descriptor it never waits. The
// announcement would wake a thread of the runtime each time in a holder that pauses between reads.
func readNow(fd int, b []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(syscall.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)))
	return int(n), errno
}

func (s *source) wait() {
	fds := []unix.PollFd{{Fd: int32(s.fd), Events: unix.POLLIN}, {Fd: int32(s.stop), Events: unix.POLLIN}}
	if _, err := unix.Poll(fds, -1); err == nil && fds[1].Revents != 0 {
		s.ended = true
	}
}

// end makes read return although another process keeps the other side open. It may be called while read waits.
func (s *source) end() { _, _ = unix.Write(s.stop, []byte{1, 0, 0, 0, 0, 0, 0, 0}) }

// write types b. It drops what a command that does not read leaves no room for within the time limit.
func (s *source) write(b []byte, limit time.Duration) {
	for deadline := time.Now().Add(limit); len(b) > 0; {
		n, err := unix.Write(s.fd, b)
		if err == unix.EAGAIN && time.Now().Before(deadline) {
			_, _ = unix.Poll([]unix.PollFd{{Fd: int32(s.fd), Events: unix.POLLOUT}}, int(time.Until(deadline).Milliseconds()))
			continue
		}
		if err != nil && err != unix.EINTR {
			return
		}
		b = b[max(n, 0):]
	}
}

func (s *source) close() {
	unix.Close(s.fd)
	unix.Close(s.stop)
}
