//go:build !linux

package guard

import "net/netip"

func peerOf(netip.AddrPort, netip.AddrPort) (peer, error) { return peer{}, errPeerUnknown }
