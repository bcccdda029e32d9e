package cage

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// Cage is the cage of a run that has not started yet.
type Cage struct {
	Path  string     // of what is executed instead of the command
	Words []string   // its words
	Files []*os.File // its descriptors from 3 on
	plan  *Plan
	door  *os.File
	log   refusals
}

// Open prepares the cage of a run in its folder; path, words and dir are the command and its directory.
func Open(p *Plan, folder, dir, path string, words []string) (*Cage, error) {
	exe, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return nil, err
	}
	exe = strings.TrimSuffix(exe, " (deleted)") // then its successor
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	c := &Cage{Path: p.Engine, Words: p.bwrapArgs(exe, resolvConf(), dir, path, words), plan: p,
		door: os.NewFile(uintptr(pair[0]), "door"), log: refusals{folder: folder}}
	c.Files = []*os.File{os.NewFile(uintptr(pair[1]), "door")}
	content, err := resolver()
	if err != nil {
		c.Forked(err)
		return nil, err
	}
	c.Files = append(c.Files, content)
	return c, nil
}

// resolver returns a pipe with the content of resolv.conf in the cage.
func resolver() (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer w.Close()
	_, err = w.WriteString("nameserver 127.0.0.1\noptions edns0\n")
	return r, err
}

// Forked closes what the command has inherited, and serves the cage until its last process has ended; err is why there
// is none.
func (c *Cage) Forked(err error) {
	for _, f := range c.Files {
		_ = f.Close()
	}
	if err != nil {
		_ = c.door.Close()
		return
	}
	go c.serve()
}

func (c *Cage) serve() {
	defer c.door.Close()
	listener, names, err := c.receive()
	if err != nil {
		return // it never came so far, and has printed why
	}
	defer names.Close()
	g := &gate{plan: c.plan, fd: listener, refused: &c.log, own: map[uint16]bool{}}
	g.names = &names53{plan: c.plan, refused: &c.log, conn: names, known: map[netip.Addr]bool{}}
	go g.names.serve()
	_, _ = c.door.Write([]byte{1})
	g.serve()
}

// receive receives the listener of the filter and the socket of the resolver.
func (c *Cage) receive() (listener int, names net.PacketConn, err error) {
	var b [1]byte
	oob := make([]byte, unix.CmsgSpace(2*4))
	_, n, _, _, err := unix.Recvmsg(int(c.door.Fd()), b[:], oob, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return -1, nil, err
	}
	messages, err := unix.ParseSocketControlMessage(oob[:n])
	if err != nil || len(messages) != 1 {
		return -1, nil, fmt.Errorf("no descriptors: %w", err)
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 2 {
		return -1, nil, fmt.Errorf("no descriptors: %w", err)
	}
	f := os.NewFile(uintptr(fds[1]), "names")
	defer f.Close()
	names, err = net.FilePacketConn(f)
	return fds[0], names, err
}
