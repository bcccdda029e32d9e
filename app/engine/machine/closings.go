package machine

import (
	"context"
	"os"
	"slices"
	"syscall"
	"time"

	"devservers/app"
)

// Closings waits for some ports of this machine to close. The zero value is that of a system that doesn't tell.
type Closings struct {
	file  *os.File
	conn  syscall.RawConn
	ports []int
	told  bool // the system tells when these close
}

// NewClosings returns a Closings of no port, to be closed.
func NewClosings() *Closings {
	c := &Closings{file: openClosings()}
	if c.file != nil {
		c.conn, _ = c.file.SyscallConn()
	}
	return c
}

// Of sets the ports, and reports whether the system tells when they close.
func (c *Closings) Of(ports []int) (told bool) {
	slices.Sort(ports)
	if c.conn == nil || slices.Equal(ports, c.ports) {
		return c.told
	}
	c.ports, c.told = ports, false
	_ = c.conn.Control(func(fd uintptr) { c.told = tell(int(fd), ports) == nil })
	return c.told
}

// Wait waits until a port closes, at most for d, and reports whether ctx is still alive.
func (c *Closings) Wait(ctx context.Context, d time.Duration) bool {
	if !c.told {
		return app.Pause(ctx, d)
	}
	_ = c.file.SetReadDeadline(time.Now().Add(d))
	defer context.AfterFunc(ctx, func() { _ = c.file.SetReadDeadline(time.Unix(1, 0)) })()
	_ = c.conn.Read(drain)
	return ctx.Err() == nil
}

// Close ends it.
func (c *Closings) Close() {
	if c.file != nil {
		c.file.Close()
	}
}
