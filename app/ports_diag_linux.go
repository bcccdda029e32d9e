package app

import (
	"encoding/binary"
	"errors"
	"net/netip"
	"syscall"

	"golang.org/x/sys/unix"
)

// The kernel's structures for a list of sockets: sock_diag(7), linux/inet_diag.h. It walks the listening ones alone,
// while /proc/net/tcp walks a table for all connections that may ever be: a hundred times longer on some machines.
const (
	diagByFamily   = 20 // SOCK_DIAG_BY_FAMILY
	diagRequestLen = unix.SizeofNlMsghdr + 56
	diagListening  = 1 << 10 // of the states
	diagMsgLen     = 72      // inet_diag_msg
)

var errDiag = errors.New("the kernel does not list sockets")

// diagListeners lists who listens on TCP, on any port.
func diagListeners() (list []listener, err error) {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, unix.NETLINK_SOCK_DIAG)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	if err := unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &unix.Timeval{Sec: 1}); err != nil {
		return nil, err
	}
	for _, family := range []byte{unix.AF_INET, unix.AF_INET6} {
		if err := unix.Sendto(fd, diagRequest(family), 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
			return nil, err
		}
		if list, err = diagReceive(fd, list); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// diagRequest is nlmsghdr, inet_diag_req_v2, in the machine's order.
func diagRequest(family byte) []byte {
	b := make([]byte, diagRequestLen)
	binary.NativeEndian.PutUint32(b, diagRequestLen)
	binary.NativeEndian.PutUint16(b[4:], diagByFamily)
	binary.NativeEndian.PutUint16(b[6:], unix.NLM_F_REQUEST|unix.NLM_F_DUMP)
	b[unix.SizeofNlMsghdr], b[unix.SizeofNlMsghdr+1] = family, unix.IPPROTO_TCP
	binary.NativeEndian.PutUint32(b[unix.SizeofNlMsghdr+4:], diagListening)
	return b
}

// diagReceive adds what the kernel answers, up to the end of its list.
func diagReceive(fd int, list []listener) ([]listener, error) {
	buffer := make([]byte, 32<<10)
	for {
		n, _, err := unix.Recvfrom(fd, buffer, 0)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return nil, err
		}
		messages, err := syscall.ParseNetlinkMessage(buffer[:n])
		if err != nil {
			return nil, err
		}
		for _, m := range messages {
			switch {
			case m.Header.Type == unix.NLMSG_DONE:
				return list, nil
			case m.Header.Type != diagByFamily || len(m.Data) < diagMsgLen:
				return nil, errDiag
			}
			list = append(list, diagListener(m.Data))
		}
	}
}

// diagListener reads an inet_diag_msg: port and address in network order, the rest in the machine's.
func diagListener(b []byte) listener {
	addr := netip.AddrFrom4([4]byte(b[8:12]))
	if b[0] == unix.AF_INET6 {
		addr = netip.AddrFrom16([16]byte(b[8:24]))
	}
	return listener{
		Addr:  netip.AddrPortFrom(addr, binary.BigEndian.Uint16(b[4:])),
		UID:   int(binary.NativeEndian.Uint32(b[64:])),
		inode: uint64(binary.NativeEndian.Uint32(b[68:])),
	}
}
