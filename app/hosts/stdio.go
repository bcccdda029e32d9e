package hosts

import (
	"io"
	"net"
	"sync"
	"time"
)

// stdio is a connection made of two streams.
type stdio struct {
	stdioAddress
	io.Reader
	io.Writer
	end func() error
}

func newStdio(in io.Reader, out io.Writer, end func() error) *stdio {
	return &stdio{stdioAddress{}, in, out, sync.OnceValue(end)}
}

// Close ends what is at the other end of the streams.
func (s *stdio) Close() error {
	for _, stream := range []any{s.Writer, s.Reader} {
		if c, ok := stream.(io.Closer); ok {
			_ = c.Close()
		}
	}
	return s.end()
}

// stdioAddress is what a connection without a network has of one. Deadlines do nothing: a beat without an answer ends
// the pipe.
type stdioAddress struct{}

// Network returns "pipe".
func (stdioAddress) Network() string { return "pipe" }

func (stdioAddress) String() string { return "pipe" }

// LocalAddr returns a name without a meaning.
func (a stdioAddress) LocalAddr() net.Addr { return a }

// RemoteAddr returns a name without a meaning.
func (a stdioAddress) RemoteAddr() net.Addr { return a }

// SetDeadline does nothing.
func (stdioAddress) SetDeadline(time.Time) error { return nil }

// SetReadDeadline does nothing.
func (stdioAddress) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing.
func (stdioAddress) SetWriteDeadline(time.Time) error { return nil }
