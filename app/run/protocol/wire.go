package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"devservers/app/base/process"
)

// maxMessage bounds one message; a Spec with a large environment is the largest.
const maxMessage = 8 << 20

// Wire is one end of the connection. Send may be called by several goroutines, Receive by one. It is a file for Go's
// poller: package net would cost memory in each holder.
type Wire struct {
	*os.File
	raw syscall.RawConn
	mu  sync.Mutex
	buf []byte
	oob [64]byte
	fd  int // a descriptor that came with a message, until Take; -1: none
	// Final: the last record has come, and nothing but the end of the connection follows
	Final  bool
	Holder *os.Process // at the other end, if this process has started it
}

// New returns a wire for a connected socket, which it owns from then on.
func New(fd int) (*Wire, error) {
	f, raw, err := polled(fd)
	if err != nil {
		return nil, err
	}
	return &Wire{File: f, raw: raw, fd: -1}, nil
}

// polled gives a socket to Go's poller, or closes it.
func polled(fd int) (*os.File, syscall.RawConn, error) {
	err := syscall.SetNonblock(fd, true)
	f := os.NewFile(uintptr(fd), "socket")
	if err == nil {
		err = f.SetDeadline(time.Time{}) // fails if it can't be polled
	}
	var raw syscall.RawConn
	if err == nil {
		raw, err = f.SyscallConn()
	}
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("cannot use a socket: %w", err)
	}
	return f, raw, nil
}

// Send writes one message, with fd beside it unless that is negative.
func (w *Wire) Send(m Message, fd int) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	var oob []byte
	if fd >= 0 {
		oob = syscall.UnixRights(fd)
	}
	return w.sendLine(append(data, '\n'), oob)
}

// noted is the line of the message note.
var noted = []byte(`{"op":"note"}` + "\n")

// Note sends a note.
func (w *Wire) Note() error { return w.sendLine(noted, nil) }

func (w *Wire) sendLine(data, oob []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, err := w.sendmsg(data, oob)
	if err == nil && n < len(data) {
		_, err = w.Write(data[n:])
	}
	return err
}

// sendmsg is sendmsg(2): it waits until there is room for a part of data.
func (w *Wire) sendmsg(data, oob []byte) (n int, err error) {
	waited := w.raw.Write(func(fd uintptr) bool {
		n, err = syscall.SendmsgN(int(fd), data, oob, nil, 0)
		for err == syscall.EINTR {
			n, err = syscall.SendmsgN(int(fd), data, oob, nil, 0)
		}
		return err != syscall.EAGAIN
	})
	return n, errors.Join(waited, err)
}

// TryNote sends a note, or returns false if that would mean to wait.
func (w *Wire) TryNote() (sent bool) {
	if !w.mu.TryLock() {
		return false
	}
	defer w.mu.Unlock()
	_ = w.raw.Write(func(fd uintptr) bool {
		sent = process.SendNow(int(fd), noted) == len(noted)
		return true
	})
	return sent
}

// Receive waits for the next message and returns it.
func (w *Wire) Receive() (m Message, err error) {
	for {
		if i := bytes.IndexByte(w.buf, '\n'); i >= 0 {
			if bytes.Equal(w.buf[:i+1], noted) { // nearly all messages
				m.Op = "note"
			} else {
				err = json.Unmarshal(w.buf[:i], &m)
			}
			w.Final = w.Final || m.Op == "final" && m.Record != nil
			w.buf = append(w.buf[:0], w.buf[i+1:]...)
			return m, err
		}
		if len(w.buf) > maxMessage {
			return m, errors.New("the message is too long")
		}
		if err := w.fill(); err != nil {
			return m, err
		}
	}
}

func (w *Wire) fill() error {
	w.buf = slices.Grow(w.buf, 512)
	n, on, err := w.recvmsg(w.buf[len(w.buf):cap(w.buf)])
	if err != nil {
		return err
	}
	w.keep(w.oob[:on])
	w.buf = w.buf[:len(w.buf)+n]
	if n == 0 {
		return io.EOF
	}
	return nil
}

// recvmsg is recvmsg(2): it waits until there is something.
func (w *Wire) recvmsg(buf []byte) (n, on int, err error) {
	waited := w.raw.Read(func(fd uintptr) bool {
		errno := syscall.EINTR
		for errno == syscall.EINTR {
			n, on, errno = recvNow(int(fd), buf, w.oob[:])
		}
		if err = nil; errno != 0 {
			err = errno
		}
		return errno != syscall.EAGAIN
	})
	return n, on, errors.Join(waited, err)
}

// keep stores the descriptor that came beside a message.
func (w *Wire) keep(oob []byte) {
	msgs, err := syscall.ParseSocketControlMessage(oob)
	if err != nil || len(msgs) == 0 {
		return
	}
	fds, err := syscall.ParseUnixRights(&msgs[0])
	if err != nil || len(fds) == 0 {
		return
	}
	for _, fd := range append(fds[1:], w.fd) {
		if fd >= 0 {
			syscall.Close(fd)
		}
	}
	syscall.CloseOnExec(fds[0])
	w.fd = fds[0]
}

// Take hands over the descriptor that came with a message, or returns -1 if none did.
func (w *Wire) Take() int {
	fd := w.fd
	w.fd = -1
	return fd
}
