//go:build !linux

package ports

import (
	"net/netip"

	psnet "github.com/shirou/gopsutil/v4/net"
	"github.com/shirou/gopsutil/v4/process"
)

// Listening returns the listeners on a port; 0: on any port.
func Listening(port int) ([]Listener, error) { return sockets("LISTEN", port) }

// Connections returns the number of open connections to a port of this machine.
func Connections(port int) int {
	list, _ := sockets("ESTABLISHED", port)
	return len(list)
}

func sockets(state string, port int) (list []Listener, err error) {
	all, err := psnet.Connections("tcp")
	for _, c := range all {
		if c.Status != state || port != 0 && int(c.Laddr.Port) != port {
			continue
		}
		addr, err := netip.ParseAddr(c.Laddr.IP)
		if err != nil {
			addr = netip.IPv6Unspecified()
		}
		l := Listener{Addr: netip.AddrPortFrom(addr, uint16(c.Laddr.Port)), pid: int(c.Pid), UID: -1}
		if len(c.Uids) > 0 {
			l.UID = int(c.Uids[0])
		}
		list = append(list, l)
	}
	return list, err
}

func holdsSocket(int, uint64) bool { return false }

// processOf returns the command line and the working directory of a process, "" if this user can't see them.
func processOf(pid int) (command, dir string) {
	p, err := process.NewProcess(int32(pid))
	if err != nil {
		return "", ""
	}
	command, _ = p.Cmdline()
	dir, _ = p.Cwd()
	return command, dir
}
