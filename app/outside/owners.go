package outside

import (
	"cmp"
	"fmt"
	"path"
	"strings"
	"sync"

	"devservers/app/ports"
)

// Owners names the processes that listen on ports. It remembers each name for as long as the same sockets listen, since
// looking for their process reads much of /proc. Its zero value is ready; it is safe for concurrent use.
type Owners struct {
	mu    sync.Mutex
	known map[int]owner
}

type owner struct{ sockets, name, command string }

// Of returns a description of the process that listens on a port; "" if there is none.
func (o *Owners) Of(port int) string { return o.find(port).name }

// scheme returns that of the protocol which a port probably speaks: that of the program that listens, or else the usual
// one.
func (o *Owners) scheme(port int) string {
	program, _, _ := strings.Cut(o.find(port).command, " ")
	return cmp.Or(speaks[strings.TrimSuffix(path.Base(program), ":")], usual[port], "http")
}

// speaks holds the schemes of programs, and usual those of ports.
var (
	speaks = map[string]string{
		"postgres": "postgres", "redis-server": "redis", "valkey-server": "redis", "mysqld": "mysql", "mariadbd": "mysql",
		"mongod": "mongodb", "memcached": "memcached", "nats-server": "nats",
	}
	usual = map[int]string{5432: "postgres", 6379: "redis", 3306: "mysql", 27017: "mongodb", 11211: "memcached", 5672: "amqp", 4222: "nats"}
)

func (o *Owners) find(port int) owner {
	list, err := ports.Listening(port)
	if err != nil || len(list) == 0 {
		return owner{}
	}
	for i := range list {
		list[i].Waiting = 0
	}
	sockets := fmt.Sprint(list)
	o.mu.Lock()
	defer o.mu.Unlock()
	if was := o.known[port]; was.sockets == sockets {
		return was
	}
	found := ports.OwnerOf(port)
	if found == nil {
		return owner{}
	}
	found.Age = "" // it would change all the time
	if o.known == nil {
		o.known = map[int]owner{}
	}
	o.known[port] = owner{sockets, found.Describe(), found.Command}
	return o.known[port]
}
