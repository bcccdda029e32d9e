package cli

import (
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// freePort is a port on which nobody listens, below those that the kernel gives to outgoing connections.
func freePort(t *testing.T) int {
	t.Helper()
	for range 100 {
		if port := 10000 + rand.IntN(10000); free(port) {
			return port
		}
	}
	t.Fatal("no port is free")
	return 0
}

func free(port int) bool {
	for _, host := range []string{"127.0.0.1", ""} {
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
		if err != nil {
			return false
		}
		l.Close()
	}
	return true
}
