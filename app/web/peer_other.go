//go:build !linux

package web

import "net/netip"

func peerOf(netip.AddrPort, netip.AddrPort) (peer, error) { return peer{}, errPeerUnknown }
