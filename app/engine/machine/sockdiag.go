package machine

import (
	"errors"
	"net/netip"
	"time"
)

// Socket is the kernel's information about one socket.
type Socket struct {
	Local, Remote netip.AddrPort
	Listening     bool
	UID           uint32        // of its owner; has no meaning if Inode is 0
	Inode         uint64        // 0: its process has closed it, or is gone
	Open          bool          // an established connection
	Waiting       int           // of a listener: connections that nothing has accepted yet
	Expires       time.Duration // of a closed connection that the kernel still lists: until it no longer does
}

// ErrUnknown means that there is no such socket, or that the kernel doesn't list it.
var ErrUnknown = errors.New("the kernel does not list this socket")
