package app

import (
	"encoding/json"
	"hash/fnv"
	"net"
	"os"
	"strconv"
	"sync"

	"devservers/app/atomicfile"
	"devservers/app/config"
)

// Ports that `port: auto` gives out: above those that tools use by default, below those that the system hands out to
// clients.
const (
	autoFirst = 20000
	autoCount = 10000
)

// portBook remembers which port each server with `port: auto` was given, so that it gets the same one again.
type portBook struct {
	file string
	mu   sync.Mutex
	port map[string]int // by project/server
}

// openPortBook reads the book; one that is missing or damaged is empty: ports are only a convenience.
func openPortBook(file string) *portBook {
	b := &portBook{file: file, port: map[string]int{}}
	if data, err := os.ReadFile(file); err == nil {
		if json.Unmarshal(data, &b.port) != nil {
			b.port = map[string]int{}
		}
	}
	return b
}

// portFor gives the port that a run is to use; 0 = none.
func (s *Supervisor) portFor(ref Ref, server config.Server) (int, *Error) {
	if !server.Port.Auto {
		return server.Port.Number, nil
	}
	port, err := s.ports.give(ref.String())
	if err != nil {
		return 0, failf(CodeInternal, "is the disk full?", "cannot choose a port: %v", err)
	}
	return port, nil
}

// known gives the port of a server that has had one; 0 = not yet.
func (b *portBook) known(name string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.port[name]
}

// give keeps to the port that a server had; a server without one, or whose port is held by somebody, gets another.
func (b *portBook) give(name string) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if port := b.port[name]; port != 0 && free(port) {
		return port, nil
	}
	taken := map[int]bool{}
	for other, port := range b.port {
		taken[port] = other != name
	}
	b.port[name] = choose(b.file+"\x00"+name, taken)
	data, err := json.MarshalIndent(b.port, "", "  ")
	if err != nil {
		return 0, err
	}
	return b.port[name], atomicfile.Write(b.file, data)
}

// choose starts at a place that depends on the name of the book and of the server, so that two users of a machine, whose
// servers may start at the same moment, are unlikely to be given the same port.
func choose(name string, taken map[int]bool) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	first := int(h.Sum32() % autoCount)
	for i := range autoCount {
		port := autoFirst + (first+i)%autoCount
		if !taken[port] && free(port) {
			return port
		}
	}
	return autoFirst + first
}

// free tells whether nobody listens on the port, on any address: a wildcard bind notices what binds of the two
// loopback addresses would miss.
func free(port int) bool {
	l, err := net.Listen("tcp", ":"+strconv.Itoa(port))
	if err != nil {
		return false
	}
	return l.Close() == nil
}
