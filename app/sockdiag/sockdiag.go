// Package sockdiag asks the Linux kernel about TCP sockets: sock_diag(7). It answers about one socket or the listening
// ones alone, where /proc/net/tcp walks a table for all connections that may ever be: a hundred times longer on some
// machines.
package sockdiag

import (
	"errors"
	"net/netip"
)

// Socket is what the kernel tells of one.
type Socket struct {
	Local, Remote netip.AddrPort
	Listening     bool
	UID           uint32 // of its owner; means nothing with Inode 0
	Inode         uint64 // 0: its process has closed it, or is gone
}

// ErrUnknown says that there is no such socket, or that the kernel tells of none.
var ErrUnknown = errors.New("the kernel does not tell of this socket")
