package machine

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// connection is a TCP connection to a port of this machine.
type connection struct {
	client, server netip.AddrPort
}

// ownKept is how long our own connections are remembered: longer than one lasts together with the minute for which the
// kernel lists it afterwards.
const ownKept = 5 * time.Minute

// ownConnections are the ones that devservers made itself, for a check or a verdict. They don't count as use of a
// server.
type ownConnections struct {
	mu   sync.Mutex
	made map[connection]time.Time
	tidy time.Time // when old ones were last forgotten
}

var own = ownConnections{made: map[connection]time.Time{}}

// Dial connects to a server for devservers itself, so that Used doesn't count the connection. localhost is this machine
// at both of its addresses, regardless of the hosts file (RFC 6761).
func Dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	hosts := []string{host}
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		hosts = []string{"127.0.0.1", "::1"}
	}
	var d net.Dialer
	var c net.Conn
	for _, host := range hosts {
		if c, err = d.DialContext(ctx, network, net.JoinHostPort(host, port)); err == nil {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	client, ok := c.LocalAddr().(*net.TCPAddr)
	server, ok2 := c.RemoteAddr().(*net.TCPAddr)
	if ok && ok2 {
		own.note(connection{client.AddrPort(), server.AddrPort()})
	}
	return c, nil
}

// ByUs runs a check that may connect to a port from a process of its own. What it leaves there doesn't count as use.
func ByUs(port int, check func()) {
	if port == 0 {
		check()
		return
	}
	before := closedTo(port)
	check()
	for c := range closedTo(port) {
		if _, ok := before[c]; !ok {
			own.note(c)
		}
	}
}

func (o *ownConnections) note(c connection) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now()
	o.made[c.plain()] = now
	if now.Sub(o.tidy) < time.Minute {
		return
	}
	o.tidy = now
	for c, at := range o.made {
		if now.Sub(at) > ownKept {
			delete(o.made, c)
		}
	}
}

func (o *ownConnections) has(c connection) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, ok := o.made[c.plain()]
	return ok
}

// plain writes IPv4 addresses the same way, whichever family the socket has.
func (c connection) plain() connection {
	unmap := func(a netip.AddrPort) netip.AddrPort {
		return netip.AddrPortFrom(a.Addr().Unmap().WithZone(""), a.Port())
	}
	return connection{unmap(c.client), unmap(c.server)}
}

// here reports whether both ends are on this machine.
func (c connection) here() bool {
	p := c.plain()
	a, b := p.client.Addr(), p.server.Addr()
	return a == b || a.IsLoopback() && b.IsLoopback()
}
