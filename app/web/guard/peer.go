package guard

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"

	"devservers/app"
)

// peer is the kernel's information about the process at the other end of a connection.
type peer struct {
	uid    uint32
	orphan bool // its process has closed the socket or is gone: the uid has no meaning
}

// errPeerUnknown means that the kernel does not know: the system is not Linux, the sandbox has no netlink, or the peer
// is outside this network namespace (as with WSL's mirrored networking).
var errPeerUnknown = errors.New("the peer's user is unknown")

type peerKey struct{}

// WithPeer makes checkPeer ask for the peer once a connection, when its first request comes.
func WithPeer(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, peerKey{}, sync.OnceValue(func() error { return judge(c) }))
}

// checkPeer refuses connections from other users of this machine, on every route: they lack the token, and this also
// holds if it leaked. Root may pass: it can read the token anyway, and relays run as root. If the peer is unknown, only
// the other guards protect the manager.
func checkPeer(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	verdict, ok := r.Context().Value(peerKey{}).(func() error)
	if !ok {
		return r, nil // the connection is not from WithPeer
	}
	if err := verdict(); err != nil {
		w.Header().Set("Connection", "close")
		if r.Header.Get("X-Forwarded-Host") != "" {
			err = app.Failf(app.CodeForbidden,
				"run the proxy as the user of this manager or as root (in nginx.conf: user root;)",
				"the proxy runs as another user")
		}
		return r, err
	}
	return r, nil
}

// CheckPeer is the guard of requests that pass no other.
func CheckPeer(w http.ResponseWriter, r *http.Request) error {
	_, err := checkPeer(w, r)
	return err
}

func judge(c net.Conn) error {
	p, known, err := peerOfConn(c)
	if err == nil && (!known || p.allowed(uint32(os.Getuid()))) {
		return nil
	}
	return app.Failf(app.CodeForbidden, "each user runs their own manager", "this manager belongs to another user")
}

// peerOfConn returns the process at the other end; known is false if the kernel doesn't tell. It always tells the user
// of a Unix socket.
func peerOfConn(c net.Conn) (p peer, known bool, err error) {
	if socket, ok := c.(*net.UnixConn); ok {
		p.uid, err = userOf(socket)
		return p, true, err
	}
	from, to := addrPort(c.RemoteAddr()), addrPort(c.LocalAddr())
	if !from.IsValid() || !to.IsValid() {
		return p, false, nil
	}
	if p, err = peerOf(from, to); err != nil {
		return p, false, nil
	}
	return p, true, nil
}

func (p peer) allowed(self uint32) bool { return !p.orphan && (p.uid == self || p.uid == 0) }

func addrPort(a net.Addr) netip.AddrPort {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.AddrPort{}
	}
	at := tcp.AddrPort()
	return netip.AddrPortFrom(at.Addr().Unmap().WithZone(""), at.Port())
}
