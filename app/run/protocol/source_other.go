//go:build !linux

package protocol

import (
	"errors"
	"io"
	"os"
	"syscall"
	"time"
)

// Source is our side of a run's terminal or pipe; see source_linux.go.
type Source struct {
	fd int
	f  *os.File
}

// NewSource returns the Source of our side of a terminal or pipe, which it owns from then on.
func NewSource(fd int) (*Source, error) {
	if err := syscall.SetNonblock(fd, true); err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	return &Source{fd: fd, f: os.NewFile(uintptr(fd), "terminal")}, nil
}

// Read waits for output.
func (s *Source) Read(b []byte) (int, error) {
	n, err := s.f.Read(b)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

// rest waits, whatever is printed meanwhile.
func (s *Source) rest(d time.Duration) { time.Sleep(d) }

// End makes Read return although another process keeps the other side open.
func (s *Source) End() { _ = s.f.SetReadDeadline(time.Now().Add(100 * time.Millisecond)) }

// Write types b, and drops what finds no room within the time limit.
func (s *Source) Write(b []byte, limit time.Duration) {
	_ = s.f.SetWriteDeadline(time.Now().Add(limit))
	_, _ = s.f.Write(b)
}

// FD returns the descriptor.
func (s *Source) FD() int { return s.fd }

// Close closes the descriptor.
func (s *Source) Close() { s.f.Close() }
