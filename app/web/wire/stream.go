package wire

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"sync"
	"syscall"

	"devservers/app/base/process"
)

// Stream is a buffered answer of unknown length. Its writes fail once the client has not read for too long.
type Stream struct {
	*buffer
	conn *http.ResponseController
}

// Begin starts an answer of a media type.
func Begin(w http.ResponseWriter, kind string) Stream {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(http.StatusOK)
	return Stream{&buffer{to: w}, http.NewResponseController(w)}
}

// Send sends what has been written.
func (s Stream) Send() error {
	if err := s.flush(); err != nil {
		return err
	}
	return s.conn.Flush()
}

// buffer is a bufio.Writer that has memory only between the first write and flush: most streams wait most of the time.
// It keeps its error until it is flushed.
type buffer struct {
	to io.Writer
	b  *bufio.Writer
}

var buffers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 8<<10) }}

func (b *buffer) writer() *bufio.Writer {
	if b.b == nil {
		b.b = buffers.Get().(*bufio.Writer)
		b.b.Reset(b.to)
	}
	return b.b
}

func (b *buffer) Write(p []byte) (int, error)       { return b.writer().Write(p) }
func (b *buffer) WriteString(s string) (int, error) { return b.writer().WriteString(s) }
func (b *buffer) WriteByte(c byte) error            { return b.writer().WriteByte(c) }

func (b *buffer) flush() error {
	if b.b == nil {
		return nil
	}
	err := b.b.Flush()
	b.b.Reset(nil)
	buffers.Put(b.b)
	b.b = nil
	return err
}

// Direct returns a listener whose connections send a short answer without announcing it to Go's scheduler, as long as
// the system takes it at once. The announcement would wake a thread of the runtime before each line that is sent to a
// follower.
func Direct(l net.Listener) net.Listener { return direct{l} }

type direct struct{ net.Listener }

func (d direct) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		if raw, err := tcp.SyscallConn(); err == nil {
			return directConn{tcp, raw}, nil
		}
	}
	return c, err
}

// directConn keeps the other methods of a TCP connection, which net/http looks for.
type directConn struct {
	*net.TCPConn
	raw syscall.RawConn
}

// shortSend is the size up to which a write is sent directly.
const shortSend = 8 << 10

// Write sends what goes at once directly, and the rest as usual, which also finds out what is wrong.
func (c directConn) Write(b []byte) (n int, err error) {
	if len(b) > 0 && len(b) <= shortSend {
		if err := c.raw.Write(func(fd uintptr) bool { n = process.SendNow(int(fd), b); return true }); err != nil {
			return 0, err
		}
	}
	if n == len(b) {
		return n, nil
	}
	rest, err := c.TCPConn.Write(b[n:])
	return n + rest, err
}
