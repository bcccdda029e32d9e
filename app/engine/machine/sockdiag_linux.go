package machine

import (
	"encoding/binary"
	"errors"
	"net/netip"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"devservers/app/base/process"
)

// The kernel's structures: linux/sock_diag.h, linux/inet_diag.h, include/net/tcp_states.h.
const (
	byFamily     = 20 // SOCK_DIAG_BY_FAMILY
	requestLen   = unix.SizeofNlMsghdr + 56
	sockIDOffset = unix.SizeofNlMsghdr + 8 // of inet_diag_sockid in the request
	messageLen   = 72                      // inet_diag_msg
	established  = 1
	finWait2     = 5
	stateWait    = 6 // TIME_WAIT
	closeWait    = 8
	stateListen  = 10
	timerWait    = 3 // idiag_timer of a closed connection
	anyState     = ^uint32(0)
)

// FindSocket returns the socket that is bound to local and connected to remote. It queries exactly these two addresses
// and ports, so it reads no list and cannot confuse the socket with another one.
func FindSocket(local, remote netip.AddrPort) (found Socket, err error) {
	req := request(family(local.Addr()), 0, anyState)
	id := req[sockIDOffset:]
	binary.BigEndian.PutUint16(id, local.Port())
	binary.BigEndian.PutUint16(id[2:], remote.Port())
	copy(id[4:20], local.Addr().AsSlice())
	copy(id[20:36], remote.Addr().AsSlice())
	binary.NativeEndian.PutUint64(id[40:], ^uint64(0)) // INET_DIAG_NOCOOKIE
	err = ask(req, func(s Socket) { found = s })
	if err == nil && (found.Listening || found.Local.Port() != local.Port() || found.Remote.Port() != remote.Port()) {
		err = ErrUnknown
	}
	return found, err
}

// listeningSockets returns the sockets that listen on a TCP port; 0: on any.
func listeningSockets(port int) (list []Socket, err error) {
	for _, family := range []byte{unix.AF_INET, unix.AF_INET6} {
		req := request(family, unix.NLM_F_DUMP, 1<<stateListen)
		binary.BigEndian.PutUint16(req[sockIDOffset:], uint16(port))
		if err := ask(req, func(s Socket) { list = append(list, s) }); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// connections returns the connections between a local port and a remote one, 0 being any: the ones that are open, and
// the ones that were closed in the last minute.
func connections(local, remote int) (list []Socket, err error) {
	for _, family := range []byte{unix.AF_INET, unix.AF_INET6} {
		req := request(family, unix.NLM_F_DUMP, 1<<established|1<<finWait2|1<<stateWait)
		binary.BigEndian.PutUint16(req[sockIDOffset:], uint16(local))
		binary.BigEndian.PutUint16(req[sockIDOffset+2:], uint16(remote))
		err := ask(req, func(s Socket) {
			if (s.Open || s.Expires > 0) && (local == 0 || int(s.Local.Port()) == local) &&
				(remote == 0 || int(s.Remote.Port()) == remote) {
				list = append(list, s)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Peers returns the ports of this machine to which a process, or one below it, has a connection open.
func Peers(pid int) map[int]bool {
	inodes, ports := map[uint64]bool{}, map[int]bool{}
	for _, one := range append(process.Descendants(pid), pid) {
		socketsOf(one, inodes)
	}
	list, _ := connections(0, 0)
	for _, s := range list {
		if s.Open && s.Local.Addr() == s.Remote.Addr() && inodes[s.Inode] {
			ports[int(s.Remote.Port())] = true
		}
	}
	return ports
}

// AcceptedSockets returns the inodes of the connections to a local port that a process has accepted and still has open,
// combined by XOR; 0 = there is none. Until it is accepted, the socket of a connection has no inode.
func AcceptedSockets(port int) (inodes uint64, err error) {
	for _, family := range []byte{unix.AF_INET, unix.AF_INET6} {
		req := request(family, unix.NLM_F_DUMP, 1<<established|1<<closeWait)
		binary.BigEndian.PutUint16(req[sockIDOffset:], uint16(port))
		err := ask(req, func(s Socket) {
			if int(s.Local.Port()) == port {
				inodes ^= s.Inode
			}
		})
		if err != nil {
			return 0, err
		}
	}
	return inodes, nil
}

func family(a netip.Addr) byte {
	if a.Is4() {
		return unix.AF_INET
	}
	return unix.AF_INET6
}

// request returns a nlmsghdr and an inet_diag_req_v2, in the machine's byte order.
func request(family byte, flags uint16, states uint32) []byte {
	b := make([]byte, requestLen)
	binary.NativeEndian.PutUint32(b, requestLen)
	binary.NativeEndian.PutUint16(b[4:], byFamily)
	binary.NativeEndian.PutUint16(b[6:], unix.NLM_F_REQUEST|flags)
	b[unix.SizeofNlMsghdr], b[unix.SizeofNlMsghdr+1] = family, unix.IPPROTO_TCP
	binary.NativeEndian.PutUint32(b[unix.SizeofNlMsghdr+4:], states)
	return b
}

// replies are buffers for what the kernel answers: many connections may come at once, and each asks for its peer.
var replies = sync.Pool{New: func() any { return new([32 << 10]byte) }}

// ask sends a request, and calls each for every socket in the kernel's reply.
func ask(request []byte, each func(Socket)) error {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, unix.NETLINK_SOCK_DIAG)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if err := unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &unix.Timeval{Sec: 1}); err != nil {
		return err
	}
	if err := unix.Sendto(fd, request, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return err
	}
	buffer := replies.Get().(*[32 << 10]byte)
	defer replies.Put(buffer)
	for {
		n, err := unix.Read(fd, buffer[:])
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return err
		}
		if more, err := parse(buffer[:n], each); !more {
			return err
		}
	}
}

// parse reads one datagram. It reports whether the reply has another: a list continues until the kernel marks its
// end.
func parse(datagram []byte, each func(Socket)) (more bool, err error) {
	messages, err := syscall.ParseNetlinkMessage(datagram)
	if err != nil {
		return false, err
	}
	for _, m := range messages {
		switch {
		case m.Header.Type == unix.NLMSG_DONE:
			return false, nil
		case m.Header.Type != byFamily || len(m.Data) < messageLen: // also the kernel's "no such socket"
			return false, ErrUnknown
		}
		each(socket(m.Data))
		more = m.Header.Flags&unix.NLM_F_MULTI != 0
	}
	return more, nil
}

// socket reads an inet_diag_msg: ports and addresses are in network byte order, the rest in the machine's.
func socket(b []byte) Socket {
	addr := func(at int) netip.Addr {
		if b[0] == unix.AF_INET6 {
			return netip.AddrFrom16([16]byte(b[at : at+16]))
		}
		return netip.AddrFrom4([4]byte(b[at : at+4]))
	}
	var expires time.Duration
	if b[2] == timerWait {
		expires = time.Duration(binary.NativeEndian.Uint32(b[52:])) * time.Millisecond
	}
	waiting := 0
	if b[1] == stateListen {
		waiting = int(binary.NativeEndian.Uint32(b[56:]))
	}
	return Socket{
		Waiting: waiting,
		Open:    b[1] == established, Expires: expires,
		Local:     netip.AddrPortFrom(addr(8), binary.BigEndian.Uint16(b[4:])),
		Remote:    netip.AddrPortFrom(addr(24), binary.BigEndian.Uint16(b[6:])),
		Listening: b[1] == stateListen,
		UID:       binary.NativeEndian.Uint32(b[64:]),
		Inode:     uint64(binary.NativeEndian.Uint32(b[68:])),
	}
}
