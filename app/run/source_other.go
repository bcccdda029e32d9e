//go:build !linux

package run

import (
	"errors"
	"io"
	"os"
	"syscall"
	"time"
)

// source is our side of a run's terminal or pipe; see source_linux.go.
type source struct {
	fd int
	f  *os.File
}

func newSource(fd int) (*source, error) {
	if err := syscall.SetNonblock(fd, true); err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	return &source{fd: fd, f: os.NewFile(uintptr(fd), "terminal")}, nil
}

func (s *source) read(b []byte) (int, error) {
	n, err := s.f.Read(b)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

func (s *source) end() { _ = s.f.SetReadDeadline(time.Now().Add(100 * time.Millisecond)) }

func (s *source) write(b []byte, limit time.Duration) {
	_ = s.f.SetWriteDeadline(time.Now().Add(limit))
	_, _ = s.f.Write(b)
}

func (s *source) close() { s.f.Close() }
