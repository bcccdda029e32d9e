package cage

import (
	"encoding/binary"
	"errors"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// gate answers the system calls of a cage. It lives in the holder.
type gate struct {
	plan    *Plan
	fd      int // the filter's listener
	refused *refusals
	names   *names53

	mu  sync.Mutex
	own map[uint16]bool // ports on which the run has listened
}

// notification is struct seccomp_notif, and response struct seccomp_notif_resp; see seccomp_unotify(2).
type notification struct {
	ID         uint64
	PID, Flags uint32
	Nr         int32
	Arch       uint32
	IP         uint64
	Args       [6]uint64
}

type response struct {
	ID    uint64
	Value int64
	Error int32
	Flags uint32
}

// addition is struct seccomp_notif_addfd.
type addition struct {
	ID                               uint64
	Flags, From, To, DescriptorFlags uint32
}

// The requests of ioctl(2).
const (
	ioctlReceive = 0xc0502100
	ioctlSend    = 0xc0182101
	ioctlValid   = 0x40082102
	ioctlAdd     = 0x40182103
)

func control[T any](fd int, request uintptr, with *T) error {
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(unsafe.Pointer(with))); errno != 0 {
		return errno
	}
	return nil
}

// serve answers until no process has the filter any more.
func (g *gate) serve() {
	defer unix.Close(g.fd)
	for {
		fds := []unix.PollFd{{Fd: int32(g.fd), Events: unix.POLLIN}}
		if _, err := unix.Poll(fds, -1); err != nil && !errors.Is(err, unix.EINTR) || fds[0].Revents&unix.POLLHUP != 0 {
			return
		}
		var n notification
		if fds[0].Revents&unix.POLLIN != 0 && control(g.fd, ioctlReceive, &n) == nil {
			go g.handle(n)
		}
	}
}

// handle answers one call: with what happened to a socket of the host, or by leaving it to the kernel.
func (g *gate) handle(n notification) {
	r := response{ID: n.ID}
	err := g.call(n)
	var errno unix.Errno
	switch {
	case errors.Is(err, errLeave):
		r.Flags = unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE
	case errors.As(err, &errno):
		r.Error = -int32(errno)
	case err != nil:
		r.Error = -int32(unix.EACCES)
	}
	_ = control(g.fd, ioctlSend, &r)
}

// errLeave leaves a call to the kernel: it concerns a socket in the cage's own namespaces.
var errLeave = errors.New("leave it")

func (g *gate) call(n notification) error {
	s, err := g.socketOf(n)
	if err != nil {
		return err
	}
	defer s.Close()
	switch {
	case !s.internet:
		return errLeave
	case s.kind != unix.SOCK_STREAM: // datagrams stay in the cage: it has a resolver
		return errLeave
	case !s.addr.IsValid(): // it ends a connection
		return disconnect(s.fd)
	case n.Nr == unix.SYS_BIND:
		return g.bind(s)
	}
	return g.connect(s)
}

// bind lets the run listen on a port of the host that belongs to no other project.
func (g *gate) bind(s *plug) error {
	if slices.Contains(g.plan.Others, int(s.addr.Port())) {
		g.refused.add(Bind, strconv.Itoa(int(s.addr.Port())))
		return unix.EACCES
	}
	host, err := s.onHost()
	if err != nil {
		return err
	}
	defer host.Close()
	if err := unix.Bind(host.fd, s.sockaddr()); err != nil {
		return err
	}
	if at, err := unix.Getsockname(host.fd); err == nil {
		g.mu.Lock()
		g.own[portOf(at)] = true
		g.mu.Unlock()
	}
	return g.give(s, host)
}

// connect connects a socket of the host, if the run may.
func (g *gate) connect(s *plug) error {
	if !g.may(s.addr) {
		g.refused.add(Connect, s.addr.String())
		return unix.EACCES
	}
	host, err := s.onHost()
	if err != nil {
		return err
	}
	defer host.Close()
	err = unix.Connect(host.fd, s.sockaddr()) // without blocking, if the run's socket doesn't
	if err != nil && !errors.Is(err, unix.EINPROGRESS) {
		return err
	}
	return errors.Join(g.give(s, host), err)
}

// may reports whether the run may connect to an address.
func (g *gate) may(to netip.AddrPort) bool {
	addr := to.Addr().Unmap().WithZone("")
	if !OfThisMachine(addr) {
		return g.plan.reaches(addr, g.names.found)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.own[to.Port()] || slices.Contains(g.plan.Ports, int(to.Port()))
}

// give puts a socket of the host in the place of the run's.
func (g *gate) give(s, host *plug) error {
	if host.fd == s.fd {
		return nil // it is in its place
	}
	add := addition{ID: s.call.ID, Flags: unix.SECCOMP_ADDFD_FLAG_SETFD, From: uint32(host.fd), To: s.number}
	if s.closes {
		add.DescriptorFlags = unix.O_CLOEXEC
	}
	return control(g.fd, ioctlAdd, &add)
}

// disconnect ends a connection, so that the socket can make another one: connect(2) with the address of no family.
func disconnect(fd int) error {
	addr := unix.RawSockaddr{Family: unix.AF_UNSPEC}
	_, _, errno := unix.Syscall(unix.SYS_CONNECT, uintptr(fd), uintptr(unsafe.Pointer(&addr)), unsafe.Sizeof(addr))
	if errno != 0 {
		return errno
	}
	return nil
}

// valid reports whether the process still waits for the answer, so that what was read of it is its own.
func (g *gate) valid(n notification) bool { return control(g.fd, ioctlValid, &n.ID) == nil }

// addressOf reads the address that a call has given.
func addressOf(n notification) (netip.AddrPort, uint16, error) {
	var buf [28]byte
	mem, err := os.Open("/proc/" + strconv.Itoa(int(n.PID)) + "/mem")
	if err != nil {
		return netip.AddrPort{}, 0, err
	}
	defer mem.Close()
	size := min(len(buf), int(uint32(n.Args[2])))
	if _, err := mem.ReadAt(buf[:size], int64(n.Args[1])); err != nil || size < 2 {
		return netip.AddrPort{}, 0, unix.EFAULT
	}
	family, port := binary.NativeEndian.Uint16(buf[:]), binary.BigEndian.Uint16(buf[2:])
	switch {
	case family == unix.AF_INET && size >= 16:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(buf[4:8])), port), family, nil
	case family == unix.AF_INET6 && size >= 24:
		return netip.AddrPortFrom(netip.AddrFrom16([16]byte(buf[8:24])), port), family, nil
	}
	return netip.AddrPort{}, family, nil
}
