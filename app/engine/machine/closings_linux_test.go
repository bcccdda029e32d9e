package machine

import (
	"errors"
	"net"
	"os"
	"testing"
	"time"

	"devservers/tests/fc"
)

// TestClosingsTell: what waits for a port to close is woken by that, and by no other socket.
func TestClosingsTell(t *testing.T) {
	c := NewClosings()
	defer c.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if !c.Of([]int{1, l.Addr().(*net.TCPAddr).Port}) {
		fc.Lacks(t, "a kernel that tells of closed sockets")
	}
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []net.Listener{other, l} {
		client, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		client.Close()
	}
	other.Close()
	_ = c.file.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if err := c.conn.Read(drain); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("another socket wakes it: ", err)
	}
	l.Close()
	c.Wait(t.Context(), time.Hour)
}
