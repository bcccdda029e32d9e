package health

import (
	"net/netip"
	"path/filepath"
	"slices"
	"strconv"

	"devservers/app/base/words"
	"devservers/app/engine/machine"
)

// address returns the URL of a server on whose port these listen. Its host is localhost, unless a foreign process
// listens on one of the two addresses of localhost.
func (p *Probe) address(list []machine.Listener) string {
	own := p.own(list)
	host, stranger := "", false
	for _, l := range list {
		switch a := l.Addr.Addr().Unmap(); {
		case !l.Local():
		case !slices.ContainsFunc(own, l.Same):
			stranger = true
		case host == "" || a.Is4():
			host = hostOf(a)
		}
	}
	if !stranger || host == "" {
		host = "localhost"
	}
	return schemeOf(p.t.Run.Record().Argv) + "://" + host + ":" + strconv.Itoa(p.port)
}

func hostOf(a netip.Addr) string {
	if a.Is4() {
		return "127.0.0.1"
	}
	return "[::1]"
}

// URL returns the address to show, or "" for a server that listens on no port.
func (p *Probe) URL() string {
	if p.port == 0 {
		return p.found()
	}
	if ok, _ := p.listens(p.port); !ok {
		return ""
	}
	return p.address(p.there)
}

// remark returns what a person should know about a server that is ready.
func (p *Probe) remark() words.Reason {
	switch {
	case p.port == 0 && p.t.Server.Ready.Kind() == "":
		return words.Reason{Kind: words.Unchecked}
	case p.port == 0:
		return words.Reason{}
	}
	list, _ := machine.Listening(p.port)
	own := p.own(list)
	for _, l := range own {
		if l.Addr.Addr().Unmap().IsUnspecified() {
			return words.Reason{Kind: words.OpenToNetwork, About: l.Addr.String()}
		}
	}
	if Outside(p.t.Server.Ready, p.t.Run.Record().Argv, p.port) && len(own) == 0 {
		r := words.Reason{Kind: words.OpenedOutside, Port: p.port}
		if len(list) > 0 {
			r.About = server(list[0])
		}
		return r
	}
	return words.Reason{}
}

// schemes are of servers that don't speak HTTP, by the name of the executable.
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
