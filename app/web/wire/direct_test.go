package wire

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"
)

// pair returns both ends of a connection: the server's, and a client's that reads nothing on its own.
func pair(t *testing.T) (server, client net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if client, err = net.Dial("tcp4", l.Addr().String()); err == nil {
		t.Cleanup(func() { client.Close() })
		server, err = Direct(l).Accept()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return server, client
}

// TestAllOfASlowConnectionArrives: what the system doesn't take at once waits for the client.
func TestAllOfASlowConnectionArrives(t *testing.T) {
	server, client := pair(t)
	var want []byte
	for i := range 3000 {
		want = append(want, bytes.Repeat([]byte{byte(i), byte(i >> 8)}, 1+i)...)
	}
	sent := make(chan error, 1)
	go func() {
		var err error
		for rest, n := want, 1; len(rest) > 0 && err == nil; n = n%(2*shortSend) + 37 {
			part := rest[:min(n, len(rest))]
			var m int
			if m, err = server.Write(part); err == nil && m != len(part) {
				err = io.ErrShortWrite
			}
			rest = rest[len(part):]
		}
		sent <- errors.Join(err, server.Close())
	}()
	got, err := io.ReadAll(client)
	if err := errors.Join(err, <-sent); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d of %d bytes, %v", len(got), len(want), err)
	}
}

func TestDirectWriteKeepsDeadlines(t *testing.T) {
	server, _ := pair(t)
	if err := server.SetWriteDeadline(time.Now().Add(-time.Second)); err != nil {
		t.Fatal(err)
	}
	if n, err := server.Write([]byte("late")); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("%d, %v", n, err)
	}
	server.Close()
	if n, err := server.Write([]byte("closed")); n != 0 || !errors.Is(err, net.ErrClosed) {
		t.Errorf("%d, %v", n, err)
	}
}
