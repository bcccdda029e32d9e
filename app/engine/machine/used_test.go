package machine

import (
	"context"
	"io"
	"net"
	"strconv"
	"testing"
	"time"

	"devservers/tests/fc"
)

// connect opens a connection and closes it at both ends; serverFirst: the server closes its end first.
func connect(t *testing.T, l net.Listener, dial func() (net.Conn, error), serverFirst bool) {
	t.Helper()
	c, err := dial()
	if err != nil {
		t.Fatal(err)
	}
	at, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	first, second := c, at
	if serverFirst {
		first, second = at, c
	}
	first.Close()
	_, _ = io.Copy(io.Discard, second)
	second.Close()
}

func listener(t *testing.T, network, at string) (net.Listener, int) {
	t.Helper()
	l, err := net.Listen(network, at)
	if err != nil {
		fc.Lacks(t, err) // a machine without IPv6
	}
	t.Cleanup(func() { l.Close() })
	return l, l.Addr().(*net.TCPAddr).Port
}

func TestShortConnectionsCountAsUse(t *testing.T) {
	for name, test := range map[string]struct {
		listen, dial string
		serverFirst  bool
	}{
		"the client closes first":         {"127.0.0.1:0", "127.0.0.1", false},
		"the server closes first":         {"127.0.0.1:0", "127.0.0.1", true},
		"IPv6":                            {"[::1]:0", "::1", false},
		"IPv4 to a server on both":        {"[::]:0", "127.0.0.1", false},
		"IPv4 to a server on both closes": {"[::]:0", "127.0.0.1", true},
	} {
		t.Run(name, func(t *testing.T) {
			l, port := listener(t, "tcp", test.listen)
			at := net.JoinHostPort(test.dial, portOf(l))
			if last := Used(port); !last.IsZero() {
				t.Fatalf("used at %v before the first connection", last)
			}
			connect(t, l, func() (net.Conn, error) { return Dial(context.Background(), "tcp", at) }, test.serverFirst)
			if last := Used(port); !last.IsZero() {
				t.Errorf("our own connection counts as use at %v", last)
			}
			began := time.Now()
			connect(t, l, func() (net.Conn, error) { return net.Dial("tcp", at) }, test.serverFirst)
			if last := Used(port); last.Before(began.Add(-time.Second)) || last.After(time.Now()) {
				t.Errorf("used at %v, want %v", last, began)
			}
		})
	}
}

func portOf(l net.Listener) string {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

func TestOpenConnectionIsUse(t *testing.T) {
	l, port := listener(t, "tcp", "127.0.0.1:0")
	mine, err := Dial(context.Background(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer mine.Close()
	if last := Used(port); !last.IsZero() {
		t.Errorf("our own connection counts as use at %v", last)
	}
	before := time.Now()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if last := Used(port); last.Before(before) {
		t.Errorf("used at %v, want after %v", last, before)
	}
}

func TestConnectionsOfOurCommandAreNotUse(t *testing.T) {
	l, port := listener(t, "tcp", "127.0.0.1:0")
	dial := func() (net.Conn, error) { return net.Dial("tcp", l.Addr().String()) }
	ByUs(port, func() { connect(t, l, dial, false) })
	if last := Used(port); !last.IsZero() {
		t.Errorf("the check's connection counts as use at %v", last)
	}
}

func TestDialFindsLocalhost(t *testing.T) {
	for _, at := range []string{"127.0.0.1:0", "[::1]:0"} {
		_, port := listener(t, "tcp", at)
		for _, host := range []string{"localhost", "shop.localhost"} {
			c, err := Dial(t.Context(), "tcp", net.JoinHostPort(host, strconv.Itoa(port)))
			if err != nil {
				t.Errorf("%s, a server at %s: %v", host, at, err)
				continue
			}
			c.Close()
		}
	}
}
