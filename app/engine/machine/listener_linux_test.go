package machine

import (
	"cmp"
	"net"
	"os"
	"slices"
	"testing"
	"time"

	"devservers/app/base/process"
	"devservers/tests/fc"
)

// TestSockdiagAndProcAgree compares the two sources, with listeners of both families.
func TestSockdiagAndProcAgree(t *testing.T) {
	ours := map[int]bool{}
	for _, at := range []string{"127.0.0.1:0", "0.0.0.0:0", "[::]:0", "[::1]:0"} {
		l, err := net.Listen("tcp", at)
		if err != nil {
			t.Logf("%s: %v", at, err) // a machine without IPv6
			continue
		}
		defer l.Close()
		ours[l.Addr().(*net.TCPAddr).Port] = true
	}
	if _, err := listeningSockets(0); err != nil {
		fc.Lacks(t, "sock_diag", err)
	}
	fast, err := Listening(0)
	if err != nil {
		t.Fatal(err)
	}
	slow, err := socketsOfProc(tcpListen, 0)
	if err != nil {
		t.Fatal(err)
	}
	others := func(l Listener) bool { return !ours[int(l.Addr.Port())] }
	order := func(a, b Listener) int { return cmp.Compare(a.Addr.String(), b.Addr.String()) }
	fast, slow = slices.DeleteFunc(fast, others), slices.DeleteFunc(slow, others)
	slices.SortFunc(fast, order)
	slices.SortFunc(slow, order)
	if len(fast) < len(ours) || !slices.Equal(fast, slow) {
		t.Errorf("%+v\n%+v", fast, slow)
	}
}

// TestSeenFollowsChanges: what a tree listens on is right soon after each change, though it isn't looked for each time.
func TestSeenFollowsChanges(t *testing.T) {
	var seen Seen
	has := func(l net.Listener) bool {
		return slices.ContainsFunc(seen.OfTree(os.Getppid()), func(own Listener) bool {
			return int(own.Addr.Port()) == l.Addr().(*net.TCPAddr).Port
		})
	}
	until := func(l net.Listener, listens bool) {
		t.Helper()
		for end := time.Now().Add(time.Minute); has(l) != listens; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%v: it listens: %v", l.Addr(), !listens)
			}
		}
	}
	for range 2 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		until(l, true)
		if !has(l) {
			t.Errorf("%v is missing", l.Addr())
		}
		l.Close()
		until(l, false)
	}
}

// TestListenersOfAServer: they are found among its descendants, and by the list of all processes if none has the port.
func TestListenersOfAServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	is := func(l Listener) bool { return int(l.Addr.Port()) == port }
	for _, wanted := range []int{port, 1} {
		if list := OfTree(os.Getppid()); !slices.ContainsFunc(list, is) {
			t.Errorf("wanted %d: %d is not in %+v", wanted, port, list)
		}
	}
	if !slices.Contains(process.Descendants(os.Getppid()), os.Getpid()) {
		t.Error("the kernel lists no children")
	}
}
