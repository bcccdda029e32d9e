//go:build !linux

package machine

import (
	"net/netip"

	psnet "github.com/shirou/gopsutil/v4/net"
	"github.com/shirou/gopsutil/v4/process"
)

// Listening returns the listeners on a port; 0: on any port.
func Listening(port int) ([]Listener, error) { return sockets("LISTEN", port) }

// uses returns the connections to a port of this machine that are open or were closed a moment ago. How long ago is
// unknown: until the system forgets one, it counts as closed now.
func uses(port int) (list []use) {
	all, _ := psnet.Connections("tcp")
	for _, c := range all {
		local, remote := addrPort(c.Laddr), addrPort(c.Raddr)
		open, closed := c.Status == "ESTABLISHED", c.Status == "TIME_WAIT"
		switch out := (connection{local, remote}); {
		case int(local.Port()) == port && (open || closed):
			list = append(list, use{connection: connection{remote, local}, open: open})
		case int(remote.Port()) == port && closed && out.here():
			list = append(list, use{connection: out})
		}
	}
	return list
}

func addrPort(a psnet.Addr) netip.AddrPort {
	addr, err := netip.ParseAddr(a.IP)
	if err != nil {
		addr = netip.IPv6Unspecified()
	}
	return netip.AddrPortFrom(addr, uint16(a.Port))
}

func sockets(state string, port int) (list []Listener, err error) {
	all, err := psnet.Connections("tcp")
	for _, c := range all {
		if c.Status != state || port != 0 && int(c.Laddr.Port) != port {
			continue
		}
		l := Listener{Addr: addrPort(c.Laddr), pid: int(c.Pid), UID: -1}
		if len(c.Uids) > 0 {
			l.UID = int(c.Uids[0])
		}
		list = append(list, l)
	}
	return list, err
}

// Accepted reports true: the system doesn't report whether a process has accepted a connection.
func Accepted(int) bool { return true }

// AcceptedSockets returns 0: the system doesn't tell.
func AcceptedSockets(int) (uint64, error) { return 0, nil }

// Peers knows of no connections here.
func Peers(int) map[int]bool { return nil }

func socketsOf(int, map[uint64]bool) {}

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
