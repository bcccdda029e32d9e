package cage

import (
	"net/netip"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// plug is a socket of the run, duplicated into the holder, or one of the host.
type plug struct {
	fd       int
	call     notification
	number   uint32 // its descriptor in the run
	addr     netip.AddrPort
	internet bool
	domain   int
	kind     int
	waits    bool // its calls block
	closes   bool // when the run executes another program
}

func (s *plug) Close() { _ = unix.Close(s.fd) }

// socketOf returns the socket and the address of a call.
func (g *gate) socketOf(n notification) (*plug, error) {
	s := &plug{call: n, number: uint32(n.Args[0])}
	proc := "/proc/" + strconv.Itoa(int(n.PID)) + "/"
	pidfd, err := unix.PidfdOpen(field(proc+"status", "Tgid:", 10), 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(pidfd)
	if s.fd, err = unix.PidfdGetfd(pidfd, int(s.number), 0); err != nil {
		return nil, err
	}
	addr, family, err := addressOf(n)
	if err == nil && !g.valid(n) {
		err = unix.EINTR
	}
	if err == nil {
		s.domain, err = unix.GetsockoptInt(s.fd, unix.SOL_SOCKET, unix.SO_DOMAIN)
	}
	if err == nil {
		s.kind, err = unix.GetsockoptInt(s.fd, unix.SOL_SOCKET, unix.SO_TYPE)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	s.addr, s.internet = addr, s.domain == unix.AF_INET || s.domain == unix.AF_INET6
	if s.internet && !addr.IsValid() && family != unix.AF_UNSPEC {
		s.Close()
		return nil, unix.EAFNOSUPPORT
	}
	flags, _ := unix.FcntlInt(uintptr(s.fd), unix.F_GETFL, 0)
	s.waits = flags&unix.O_NONBLOCK == 0
	s.closes = field(proc+"fdinfo/"+strconv.Itoa(int(s.number)), "flags:", 8)&unix.O_CLOEXEC != 0
	return s, nil
}

// field returns the number after a word at the beginning of a line, or 0.
func field(file, word string, base int) int {
	text, _ := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, word); ok {
			n, _ := strconv.ParseInt(strings.TrimSpace(rest), base, 64)
			return int(n)
		}
	}
	return 0
}

// options are the options of a socket that its program may have set before.
var options = []struct{ level, name int }{
	{unix.SOL_SOCKET, unix.SO_REUSEADDR}, {unix.SOL_SOCKET, unix.SO_REUSEPORT}, {unix.SOL_SOCKET, unix.SO_KEEPALIVE},
	{unix.IPPROTO_TCP, unix.TCP_NODELAY}, {unix.IPPROTO_IPV6, unix.IPV6_V6ONLY},
}

// onHost returns a socket like s in the network of the host: s itself if it was replaced before.
func (s *plug) onHost() (*plug, error) {
	ours, err := unix.Socket(s.domain, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, unix.IPPROTO_TCP)
	if err != nil {
		return nil, err
	}
	host := &plug{fd: ours}
	if network(ours) == network(s.fd) {
		host.Close()
		fd, err := unix.FcntlInt(uintptr(s.fd), unix.F_DUPFD_CLOEXEC, 0)
		return &plug{fd: fd, number: s.number, domain: -1}, err
	}
	for _, o := range options {
		if value, err := unix.GetsockoptInt(s.fd, o.level, o.name); err == nil {
			_ = unix.SetsockoptInt(ours, o.level, o.name, value)
		}
	}
	return host, unix.SetNonblock(ours, !s.waits)
}

// network identifies the network namespace of a socket.
func network(fd int) uint64 {
	cookie, err := unix.GetsockoptUint64(fd, unix.SOL_SOCKET, unix.SO_NETNS_COOKIE)
	if err != nil {
		return 0
	}
	return cookie
}

// sockaddr returns the address for a socket of the domain of s.
func (s *plug) sockaddr() unix.Sockaddr {
	port, addr := int(s.addr.Port()), s.addr.Addr()
	if s.domain == unix.AF_INET {
		return &unix.SockaddrInet4{Port: port, Addr: addr.Unmap().As4()}
	}
	return &unix.SockaddrInet6{Port: port, Addr: addr.As16()}
}

func portOf(at unix.Sockaddr) uint16 {
	switch at := at.(type) {
	case *unix.SockaddrInet4:
		return uint16(at.Port)
	case *unix.SockaddrInet6:
		return uint16(at.Port)
	}
	return 0
}
