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

// peer is what the kernel knows of the process at the other end of a connection, where it can be asked.
type peer struct {
	uid    uint32
	orphan bool // its process has closed the socket or is gone: the uid means nothing any more
}

// errPeerUnknown says that the kernel cannot tell: another system than Linux, no netlink in this sandbox, or a peer
// outside of this network namespace (as with WSL's mirrored networking).
var errPeerUnknown = errors.New("the peer's user cannot be known")

type peerKey struct{}

// WithPeer makes checkPeer ask for the peer once a connection, when its first request comes.
func WithPeer(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, peerKey{}, sync.OnceValue(func() error { return judge(c.RemoteAddr(), c.LocalAddr()) }))
}

// checkPeer refuses connections of other users of this machine, on every route: the token would stop them too, but
// this wall holds when it leaked. Root may pass: it can read the token anyway, and relays run as root. Where the peer
// cannot be known the other guards have to do.
func checkPeer(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	verdict, ok := r.Context().Value(peerKey{}).(func() error)
	if !ok {
		return r, nil // not from a connection of ours
	}
	if err := verdict(); err != nil {
		w.Header().Set("Connection", "close")
		return r, err
	}
	return r, nil
}

func judge(remote, local net.Addr) error {
	from, to := addrPort(remote), addrPort(local)
	if !from.IsValid() || !to.IsValid() {
		return nil
	}
	p, err := peerOf(from, to)
	if err != nil || p.allowed(uint32(os.Getuid())) {
		return nil
	}
	return app.Failf(app.CodeForbidden, "each user runs their own manager", "this manager belongs to another user")
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
