package wire

import (
	"bufio"
	"io"
	"net/http"
	"sync"
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
