// Package cage confines what a run may read, write and reach. On Linux, bwrap gives it namespaces of its own, and a
// filter of system calls (seccomp) sends each bind(2) and connect(2) to the holder: that decides by address, and puts a
// socket of the host in the place of the one in the cage. So a server listens on its real port, no data is copied, and
// everything that the filter doesn't see ends in a network that has nothing but a loopback. On macOS it is a profile
// of sandbox-exec.
package cage

import (
	"net"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
)

// Plan is what a run may do. It holds absolute paths without symlinks.
type Plan struct {
	Engine string   `json:"engine"` // the path of bwrap or sandbox-exec
	Dir    string   `json:"dir"`    // the project, which it may write
	Hidden []string `json:"hidden"` // directories of which it sees nothing but what follows
	Read   []string `json:"read"`   // what it may read below them
	Write  []string `json:"write"`  // what it may write
	Locked []string `json:"locked"` // what it may not write below Dir and Write
	// Network is "all", or "loopback" for the ports alone.
	Network string   `json:"network"`
	Hosts   []string `json:"hosts,omitempty"` // names beyond the loopback, if Network is "loopback"
	Ports   []int    `json:"ports"`           // of this machine that it may connect to, in addition to its own
	Others  []int    `json:"others"`          // that it may not listen on
}

// Variable is set in a cage.
const Variable = "DEVSERVERS_SANDBOX"

// The values of Plan.Network.
const (
	NetworkAll      = "all"
	NetworkLoopback = "loopback"
)

// Sees reports whether the run can read a path that exists on this machine.
func (p *Plan) Sees(path string) bool {
	return deepest(p.Hidden, path) <= max(deepest(p.Read, path), p.writes(path))
}

// Writes reports whether the run can write at a path.
func (p *Plan) Writes(path string) bool {
	return p.writes(path) > max(deepest(p.Locked, path), deepest(p.Read, path)) && p.Sees(path)
}

func (p *Plan) writes(path string) int {
	return max(deepest(p.Write, path), deepest([]string{p.Dir}, path))
}

// deepest returns the length of the longest directory of the list that holds path, or 0.
func deepest(list []string, path string) (n int) {
	for _, dir := range list {
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			n = max(n, len(dir))
		}
	}
	return n
}

// Names reports whether the host with this name may be looked up.
func (p *Plan) Names(name string) bool {
	return p.Network == NetworkAll || slices.Contains(p.Hosts, strings.ToLower(strings.TrimSuffix(name, ".")))
}

// reaches reports whether the run may connect to an address that is not this machine's; found are the addresses of
// Hosts.
func (p *Plan) reaches(addr netip.Addr, found func(netip.Addr) bool) bool {
	switch {
	case addr.IsLinkLocalUnicast(), addr.IsMulticast(), addr == metadata6:
		return false
	case p.Network == NetworkAll:
		return true
	}
	return found(addr)
}

// metadata6 is the address at which a cloud gives its machines their credentials; the one of IPv4 is link-local.
var metadata6 = netip.MustParseAddr("fd00:ec2::254")

// OfThisMachine reports whether an address is the loopback or one of the machine's interfaces; then others' servers
// listen there. If the interfaces can't be listed, every address may be one.
func OfThisMachine(addr netip.Addr) bool {
	if addr.IsLoopback() || addr.IsUnspecified() {
		return true
	}
	list, err := net.InterfaceAddrs()
	return err != nil || slices.ContainsFunc(list, func(a net.Addr) bool {
		prefix, err := netip.ParsePrefix(a.String())
		return err == nil && prefix.Addr().Unmap() == addr
	})
}
