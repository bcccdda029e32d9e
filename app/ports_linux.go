package app

import (
	"bufio"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/netip"
	"os"
	"strconv"
	"strings"

	"devservers/app/sockdiag"
)

// The states of a TCP socket in /proc/net/tcp, proc_net(5): include/net/tcp_states.h.
const (
	tcpEstablished = "01"
	tcpListen      = "0A"
)

// listeners lists who listens on a port; 0: on any.
func listeners(port int) ([]listener, error) {
	all, err := sockdiag.Listening()
	if err != nil { // a sandbox without it
		return sockets(tcpListen, port)
	}
	var list []listener
	for _, s := range all {
		if port == 0 || int(s.Local.Port()) == port {
			list = append(list, listener{Addr: s.Local, UID: int(s.UID), inode: s.Inode})
		}
	}
	return list, nil
}

// connections counts the connections that are open to a port of this machine.
func connections(port int) int {
	list, _ := sockets(tcpEstablished, port)
	return len(list)
}

func sockets(state string, port int) (list []listener, err error) {
	for _, file := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		f, err := os.Open(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = appendSockets(list, f, state, port)
		f.Close()
	}
	return list, nil
}

func appendSockets(list []listener, f *os.File, state string, port int) []listener {
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		field := strings.Fields(lines.Text())
		if len(field) < 10 || field[3] != state {
			continue
		}
		addr, ok := parseAddr(field[1])
		if !ok || port != 0 && int(addr.Port()) != port {
			continue
		}
		uid, _ := strconv.Atoi(field[7])
		inode, _ := strconv.ParseUint(field[9], 10, 64)
		list = append(list, listener{Addr: addr, UID: uid, inode: inode})
	}
	return list
}

// parseAddr reads an address as the kernel prints it: 32-bit words in host order (little-endian wherever Go runs on
// Linux with these files in practice), in hex, then the port.
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

// holdsSocket tells whether a process has the socket with this inode open.
func holdsSocket(pid int, inode uint64) bool {
	dir := "/proc/" + strconv.Itoa(pid) + "/fd/"
	want := "socket:[" + strconv.FormatUint(inode, 10) + "]"
	d, err := os.Open(dir)
	if err != nil {
		return false
	}
	defer d.Close()
	names, _ := d.Readdirnames(-1)
	for _, name := range names {
		if to, err := os.Readlink(dir + name); err == nil && to == want {
			return true
		}
	}
	return false
}

// processOf tells what can be known of a process: its command line and its working directory.
func processOf(pid int) (command, dir string) {
	data, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	dir, _ = os.Readlink("/proc/" + strconv.Itoa(pid) + "/cwd")
	return strings.TrimSpace(strings.ReplaceAll(string(data), "\x00", " ")), dir
}
