package app

import (
	"net/netip"
	"path/filepath"
	"strconv"

	"devservers/app/run"
)

// listener is a TCP socket that accepts connections.
type listener struct {
	Addr  netip.AddrPort
	UID   int
	inode uint64 // of the socket, Linux
	pid   int    // where the system tells it with the socket; 0 = look for it
}

// local tells whether a browser on this machine gets there by the name localhost.
func (l listener) local() bool {
	a := l.Addr.Addr().Unmap()
	return a.IsLoopback() || a.IsUnspecified()
}

// ownedBy tells whether one of these processes has the socket open.
func (l listener) ownedBy(pids []int) bool {
	for _, pid := range pids {
		if pid == l.pid || l.inode != 0 && holdsSocket(pid, l.inode) {
			return true
		}
	}
	return false
}

// treeOf lists the processes below a holder.
func treeOf(holder int) []run.Proc {
	all, err := run.Listing()
	if err != nil {
		return nil
	}
	return run.Below(all, holder)
}

func pidsOf(list []run.Proc) []int {
	pids := make([]int, len(list))
	for i, p := range list {
		pids[i] = p.PID
	}
	return pids
}

// treePorts lists what the processes of a tree listen on.
func treePorts(pids []int) (list []listener) {
	all, err := listeners(0)
	if err != nil {
		return nil
	}
	for _, l := range all {
		if l.ownedBy(pids) {
			list = append(list, l)
		}
	}
	return list
}

// address is where a server that listens on its port is reached: localhost, unless something that is not ours
// answers on one of the two addresses that this name stands for.
func (p *probe) address() string {
	list, _ := listeners(p.port)
	tree := pidsOf(treeOf(p.r.Record().Holder.PID))
	host, stranger := "", false
	for _, l := range list {
		switch a := l.Addr.Addr().Unmap(); {
		case !l.local():
		case !l.ownedBy(tree):
			stranger = true
		case host == "" || a.Is4():
			host = hostOf(a)
		}
	}
	if !stranger || host == "" {
		host = "localhost"
	}
	return schemeOf(p.r.Record().Argv) + "://" + host + ":" + strconv.Itoa(p.port)
}

func hostOf(a netip.Addr) string {
	if a.Is4() {
		return "127.0.0.1"
	}
	return "[::1]"
}

// url is the address to show, "" for servers without a port.
func (p *probe) url() string {
	if p.port == 0 {
		return ""
	}
	if ok, _ := p.listens(p.port); !ok {
		return ""
	}
	return p.address()
}

// remark is what a person should know about a server that is ready.
func (p *probe) remark() string {
	if p.port == 0 {
		return ""
	}
	list, _ := listeners(p.port)
	tree := pidsOf(treeOf(p.r.Record().Holder.PID))
	for _, l := range list {
		if l.Addr.Addr().Unmap().IsUnspecified() && l.ownedBy(tree) {
			return "can be reached from the network (it listens on " + l.Addr.String() + ")"
		}
	}
	return ""
}

// schemes are the servers that do not speak HTTP, by the name of their executable.
var schemes = map[string]string{
	"redis-server": "redis", "valkey-server": "redis", "postgres": "postgres", "mysqld": "mysql", "mariadbd": "mysql",
	"mongod": "mongodb", "memcached": "memcached", "rabbitmq-server": "amqp", "nats-server": "nats",
}

func schemeOf(argv []string) string {
	if scheme := schemes[filepath.Base(argv[0])]; scheme != "" {
		return scheme
	}
	return "http"
}
