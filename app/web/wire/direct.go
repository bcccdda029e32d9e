package wire

import (
	"net"
	"syscall"

	"devservers/app/base/process"
)

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
