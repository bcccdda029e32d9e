package machine

import (
	"errors"
	"net"
	"os"
	"testing"
)

func TestFindWorksFromBothEndsOfAConnection(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	local, remote := c.LocalAddr().(*net.TCPAddr).AddrPort(), c.RemoteAddr().(*net.TCPAddr).AddrPort()
	s, err := FindSocket(local, remote)
	if err != nil {
		t.Fatal(err)
	}
	if s.Local != local || s.Remote != remote || s.Listening || int(s.UID) != os.Getuid() || s.Inode == 0 {
		t.Errorf("%+v, want %v to %v of %d", s, local, remote, os.Getuid())
	}
	if s, err := FindSocket(local, local); !errors.Is(err, ErrUnknown) {
		t.Errorf("a connection that is not there: %+v, %v", s, err)
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add(request(2, 0, anyState))
	f.Fuzz(func(_ *testing.T, datagram []byte) { _, _ = parse(datagram, func(Socket) {}) })
}
