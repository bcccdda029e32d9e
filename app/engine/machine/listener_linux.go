package machine

import (
	"bufio"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/netip"
	"os"
	"strconv"
	"strings"
)

// The states of a TCP socket in /proc/net/tcp, proc_net(5): include/net/tcp_states.h.
const (
	tcpEstablished = "01"
	tcpFinWait2    = "05"
	tcpWait        = "06" // TIME_WAIT
	tcpListen      = "0A"
)

// Listening returns the listeners on a port; 0: on any port.
func Listening(port int) ([]Listener, error) {
	all, err := listeningSockets(port)
	if err != nil { // a sandbox without sock_diag
		return socketsOfProc(tcpListen, port)
	}
	var list []Listener
	for _, s := range all {
		if port == 0 || int(s.Local.Port()) == port {
			list = append(list, Listener{Addr: s.Local, UID: int(s.UID), inode: s.Inode, Waiting: s.Waiting})
		}
	}
	return list, nil
}

func socketsOfProc(state string, port int) (list []Listener, err error) {
	err = eachSocket(func(field []string) {
		addr, ok := parseAddr(field[1])
		if field[3] != state || !ok || port != 0 && int(addr.Port()) != port {
			return
		}
		uid, _ := strconv.Atoi(field[7])
		inode, _ := strconv.ParseUint(field[9], 10, 64)
		list = append(list, Listener{Addr: addr, UID: uid, inode: inode})
	})
	return list, err
}

// eachSocket calls f with the fields of each line of /proc/net/tcp and tcp6.
func eachSocket(f func(field []string)) error {
	for _, name := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		file, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		for lines := bufio.NewScanner(file); lines.Scan(); {
			if field := strings.Fields(lines.Text()); len(field) >= 10 {
				f(field)
			}
		}
		file.Close()
	}
	return nil
}

// parseAddr reads an address as the kernel prints it in hex: 32-bit words in host order, taken as little-endian, then
// the port.
func parseAddr(text string) (netip.AddrPort, bool) {
	host, port, ok := strings.Cut(text, ":")
	raw, err := hex.DecodeString(host)
	if !ok || err != nil || len(raw)%4 != 0 {
		return netip.AddrPort{}, false
	}
	for i := 0; i < len(raw); i += 4 {
		raw[i], raw[i+1], raw[i+2], raw[i+3] = raw[i+3], raw[i+2], raw[i+1], raw[i]
	}
	addr, ok := netip.AddrFromSlice(raw)
	n, err := strconv.ParseUint(port, 16, 16)
	return netip.AddrPortFrom(addr, uint16(n)), ok && err == nil
}

// Accepted reports whether a process has accepted a connection to a port of this machine and still has it open.
func Accepted(port int) bool {
	inodes, err := AcceptedSockets(port)
	return inodes != 0 || err != nil
}

// socketsOf adds the inodes of the sockets that a process has open.
func socketsOf(pid int, inodes map[uint64]bool) {
	dir := "/proc/" + strconv.Itoa(pid) + "/fd/"
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	defer d.Close()
	names, _ := d.Readdirnames(-1)
	for _, name := range names {
		to, _ := os.Readlink(dir + name)
		if number, ok := strings.CutPrefix(to, "socket:["); ok {
			inode, _ := strconv.ParseUint(strings.TrimSuffix(number, "]"), 10, 64)
			inodes[inode] = true
		}
	}
}

// processOf returns the command line and the working directory of a process, "" if this user can't see them.
func processOf(pid int) (command, dir string) {
	data, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	dir, _ = os.Readlink("/proc/" + strconv.Itoa(pid) + "/cwd")
	return strings.TrimSpace(strings.ReplaceAll(string(data), "\x00", " ")), dir
}
