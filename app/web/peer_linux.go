package web

import (
	"encoding/binary"
	"fmt"
	"net/netip"

	"golang.org/x/sys/unix"
)

// The kernel's structures for asking about one socket: sock_diag(7), linux/inet_diag.h.
const (
	diagByFamily   = 20 // SOCK_DIAG_BY_FAMILY
	diagRequestLen = unix.SizeofNlMsghdr + 56
	diagIDOffset   = unix.SizeofNlMsghdr + 8  // of inet_diag_sockid in the request
	diagReplyLen   = unix.SizeofNlMsghdr + 72 // nlmsghdr and inet_diag_msg
	diagReplyUID   = unix.SizeofNlMsghdr + 64
	diagReplyInode = unix.SizeofNlMsghdr + 68
	tcpListen      = 10
)

// peerOf asks the kernel who owns the socket from, which is connected to our socket to. It asks for these two
// addresses and ports exactly, so that no list is read and no other socket can be taken for it.
func peerOf(from, to netip.AddrPort) (peer, error) {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, unix.NETLINK_SOCK_DIAG)
	if err != nil {
		return peer{}, fmt.Errorf("%w: %w", errPeerUnknown, err)
	}
	defer unix.Close(fd)
	reply := make([]byte, 512)
	n, err := ask(fd, diagRequest(from, to), reply)
	if err != nil {
		return peer{}, fmt.Errorf("%w: %w", errPeerUnknown, err)
	}
	return parseDiag(reply[:n], from.Port(), to.Port())
}

func ask(fd int, request, reply []byte) (int, error) {
	if err := unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &unix.Timeval{Sec: 1}); err != nil {
		return 0, err
	}
	if err := unix.Sendto(fd, request, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return 0, err
	}
	n, _, err := unix.Recvfrom(fd, reply, 0)
	return n, err
}

// diagRequest is nlmsghdr, inet_diag_req_v2: ports and addresses in network order, the rest in the machine's.
func diagRequest(from, to netip.AddrPort) []byte {
	b := make([]byte, diagRequestLen)
	binary.NativeEndian.PutUint32(b, diagRequestLen)
	binary.NativeEndian.PutUint16(b[4:], diagByFamily)
	binary.NativeEndian.PutUint16(b[6:], unix.NLM_F_REQUEST)
	b[unix.SizeofNlMsghdr], b[unix.SizeofNlMsghdr+1] = family(from), unix.IPPROTO_TCP
	binary.NativeEndian.PutUint32(b[unix.SizeofNlMsghdr+4:], ^uint32(0)) // any state
	id := b[diagIDOffset:]
	binary.BigEndian.PutUint16(id, from.Port())
	binary.BigEndian.PutUint16(id[2:], to.Port())
	copy(id[4:20], from.Addr().AsSlice())
	copy(id[20:36], to.Addr().AsSlice())
	binary.NativeEndian.PutUint64(id[40:], ^uint64(0)) // INET_DIAG_NOCOOKIE
	return b
}

func family(a netip.AddrPort) byte {
	if a.Addr().Is4() {
		return unix.AF_INET
	}
	return unix.AF_INET6
}

// parseDiag reads nlmsghdr, inet_diag_msg. An answer of another type is the kernel's "no such socket".
func parseDiag(b []byte, from, to uint16) (peer, error) {
	if len(b) < diagReplyLen || binary.NativeEndian.Uint16(b[4:]) != diagByFamily {
		return peer{}, errPeerUnknown
	}
	msg := b[unix.SizeofNlMsghdr:]
	if msg[1] == tcpListen || binary.BigEndian.Uint16(msg[4:]) != from || binary.BigEndian.Uint16(msg[6:]) != to {
		return peer{}, errPeerUnknown
	}
	return peer{
		uid:    binary.NativeEndian.Uint32(b[diagReplyUID:]),
		orphan: binary.NativeEndian.Uint32(b[diagReplyInode:]) == 0,
	}, nil
}
