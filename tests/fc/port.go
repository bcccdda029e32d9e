package fc

import (
	"fmt"
	"math/rand/v2"
	"net"
	"runtime"
	"strconv"
	"sync"
)

// FreePort returns a port that nothing uses, and that no other test gets while this test binary runs. It is below those
// of `port: auto`, and below the ones that the kernel gives to clients; the next four are left to worktrees. Nothing
// listens there for a try: a process that another test forks at that moment would have the socket, too, and seem to
// hold the port.
func FreePort(t interface{ Fatal(...any) }) int {
	for range 1000 {
		if port := 10000 + 5*rand.IntN(2000); reserve(port) && Silent(port) {
			return port
		}
	}
	t.Fatal("no port is free")
	return 0
}

// reserved are sockets whose names stand for ports: other test binaries can't make them, too.
var reserved struct {
	sync.Mutex
	all []net.Listener
}

func reserve(port int) bool {
	if runtime.GOOS != "linux" {
		return true // there are no such names
	}
	l, err := net.Listen("unix", fmt.Sprintf("@devservers-test-port-%d", port))
	if err != nil {
		return false
	}
	reserved.Lock()
	defer reserved.Unlock()
	reserved.all = append(reserved.all, l) // it is closed when the process ends
	return true
}

// Silent reports whether nothing on this machine answers at a port.
func Silent(port int) bool {
	for _, host := range []string{"127.0.0.1", "::1"} {
		if c, err := net.Dial("tcp", net.JoinHostPort(host, strconv.Itoa(port))); err == nil {
			c.Close()
			return false
		}
	}
	return true
}
