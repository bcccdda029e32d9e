package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"slices"
	"sync"
	"syscall"

	"devservers/app/base/process"
)

// maxMessage bounds one message; a Spec with a large environment is the largest.
const maxMessage = 8 << 20

// Wire is one end of the connection. Send may be called by several goroutines, Receive by one.
type Wire struct {
	*net.UnixConn
	raw syscall.RawConn
	mu  sync.Mutex
	buf []byte
	oob [64]byte
	fd  int // a descriptor that came with a message, until Take; -1: none
	// Final: the last record has come, and nothing but the end of the connection follows
	Final  bool
	Holder *os.Process // at the other end, if this process has started it
}

func wire(c *net.UnixConn) (*Wire, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return &Wire{UnixConn: c, raw: raw, fd: -1}, nil
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
	n, _, err := w.WriteMsgUnix(data, oob, nil)
	if err == nil && n < len(data) {
		_, err = w.Write(data[n:])
	}
	return err
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
			n, on, errno = process.ReceiveNow(int(fd), buf, w.oob[:])
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
