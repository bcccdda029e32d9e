package guard

import (
	"fmt"
	"net/netip"

	"devservers/app/engine/machine"
)

// peerOf returns the owner of the socket from, which is connected to our socket to.
func peerOf(from, to netip.AddrPort) (peer, error) {
	s, err := machine.FindSocket(from, to)
	if err != nil {
		return peer{}, fmt.Errorf("%w: %w", errPeerUnknown, err)
	}
	return peer{uid: s.UID, orphan: s.Inode == 0}, nil
}
