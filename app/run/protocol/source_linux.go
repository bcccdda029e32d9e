package protocol

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"devservers/app/base/process"
)

// Source is our side of a run's terminal or pipe: a non-blocking descriptor.
type Source struct {
	fd    int
	wake  *waker
	flood bool // the last read was a large one
	ended bool
}

// floodRead is the size of a read after which more comes at once. Then a plain poll(2) is faster than the waker.
const floodRead = 1 << 10

// NewSource returns the Source of our side of a terminal or pipe, which it owns from then on.
func NewSource(fd int) (*Source, error) {
	if err := syscall.SetNonblock(fd, true); err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	w, err := newWaker(fd)
	if err != nil {
		return nil, err
	}
	return &Source{fd: fd, wake: w}, nil
}

// Read waits for output. 0 bytes without an error are the end of a pipe; a terminal ends with EIO. After End, it
// returns what is there, and then os.ErrClosed.
func (s *Source) Read(b []byte) (int, error) {
	for {
		n, errno := process.ReadNow(s.fd, b)
		switch {
		case errno == 0:
			s.flood = n >= floodRead
			return n, nil
		case errno == syscall.EINTR:
		case errno != syscall.EAGAIN:
			return 0, errno
		case s.ended:
			return 0, os.ErrClosed
		case s.flood:
			s.ended = s.wake.poll()
		default:
			s.ended = s.wake.output()
		}
	}
}

// rest waits, whatever is printed meanwhile.
func (s *Source) rest(d time.Duration) { s.wake.rest(d) }

// End makes Read return although another process keeps the other side open. It may be called while Read waits.
func (s *Source) End() { s.wake.end() }

// Write types b. It drops what a command that does not read leaves no room for within the time limit.
func (s *Source) Write(b []byte, limit time.Duration) {
	for deadline := time.Now().Add(limit); len(b) > 0; {
		n, err := syscall.Write(s.fd, b)
		if err == syscall.EAGAIN && time.Now().Before(deadline) {
			left := max(0, time.Until(deadline))
			_, _ = unix.Poll([]unix.PollFd{{Fd: int32(s.fd), Events: unix.POLLOUT}}, int(left.Milliseconds())+1)
			continue
		}
		if err != nil && err != syscall.EINTR {
			return
		}
		b = b[max(n, 0):]
	}
}

// FD returns the descriptor.
func (s *Source) FD() int { return s.fd }

// Close closes the descriptor.
func (s *Source) Close() {
	syscall.Close(s.fd)
	s.wake.close()
}
