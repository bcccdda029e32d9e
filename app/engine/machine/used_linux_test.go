package machine

import (
	"net"
	"testing"
)

// TestUseIsTheSameFromProc reads the same connections from the source for sandboxes without sock_diag.
func TestUseIsTheSameFromProc(t *testing.T) {
	l, port := listener(t, "tcp", "127.0.0.1:0")
	dial := func() (net.Conn, error) { return net.Dial("tcp", l.Addr().String()) }
	connect(t, l, dial, false)
	connect(t, l, dial, true)
	c, err := dial()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fast, slow := uses(port), usesOfProc(port)
	if len(fast) != 3 || len(slow) != 3 {
		t.Errorf("%+v\n%+v", fast, slow)
	}
	seen := map[connection]bool{}
	for _, u := range fast {
		seen[u.plain()] = u.open
	}
	for _, u := range slow {
		if open, ok := seen[u.plain()]; !ok || open != u.open || u.closed > timeWait/2 {
			t.Errorf("%+v is not in %+v", u, fast)
		}
	}
}
