package machine

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"strings"

	"devservers/app"
	"devservers/app/base/home"
)

// The ports of `port: auto` are above the ones that tools use by default, and below the ones that systems give to
// clients.
const (
	autoFirst = 20000
	autoCount = 10000
	maxPort   = 65535
)

// Book remembers the port of each server with `port: auto`, so that it gets the same one again. A new port is on disk
// before Port returns it. Readers never wait for the disk or for the search for a free port.
type Book struct {
	file  string
	store *home.Store[map[string]int] // by project/server
}

// OpenBook reads the book. If file is missing or damaged, the book is empty.
func OpenBook(file string) *Book {
	return &Book{file: file, store: home.OpenStore[map[string]int](file, home.Write)}
}

// port returns the port of a server, or 0 if Choose has not given it one.
func (b *Book) port(server string) int { return b.store.Get()[server] }

// errTaken states that another server got the port first.
var errTaken = errors.New("taken")

// choose returns a port for a server: the one that it had, unless something listens there, or a new one.
func (b *Book) choose(server string) (int, error) {
	for {
		known := b.store.Get()
		if port := known[server]; port != 0 && free(port) {
			return port, nil
		}
		port := b.search(server, known)
		if port == 0 {
			return 0, fmt.Errorf("all ports from %d to %d are taken", autoFirst, autoFirst+autoCount-1)
		}
		err := b.store.Change(func(known *map[string]int) error { return give(known, server, port) })
		if !errors.Is(err, errTaken) {
			return port, err
		}
	}
}

// most is how many ports after a declared one Beside looks at.
const most = 200

// Beside returns the port of a server whose declared port another checkout has: the one that it had, or the next free
// one that belongs to no server and for which declared is false; 0 if there is none.
func (b *Book) Beside(ref app.Ref, port int, declared func(port int) bool) int {
	server := ref.String()
	known := b.store.Get()
	if had := known[server]; had > port && had <= port+most && !declared(had) {
		return had
	}
	for next := port + 1; next <= min(port+most, maxPort); next++ {
		if declared(next) || taken(known, server, next) || !free(next) {
			continue
		}
		if err := b.store.Change(func(known *map[string]int) error { return give(known, server, next) }); !errors.Is(err,
			errTaken) {
			return next
		}
	}
	return 0
}

// Drop forgets the ports of a project's servers.
func (b *Book) Drop(project string) error {
	return b.store.Change(func(known *map[string]int) error {
		maps.DeleteFunc(*known, func(server string, _ int) bool {
			return strings.HasPrefix(server, project+"/")
		})
		return nil
	})
}

func give(known *map[string]int, server string, port int) error {
	if taken(*known, server, port) {
		return errTaken
	}
	if *known == nil {
		*known = map[string]int{}
	}
	(*known)[server] = port
	return nil
}

func taken(known map[string]int, server string, port int) bool {
	for other, its := range known {
		if its == port && other != server {
			return true
		}
	}
	return false
}

// search returns a free port that no other server has, or 0. It begins at a place that depends on the file and the
// server: two users of a machine who start servers at the same moment are unlikely to get the same port.
func (b *Book) search(server string, known map[string]int) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(b.file + "\x00" + server))
	first := int(h.Sum32() % autoCount)
	for i := range autoCount {
		port := autoFirst + (first+i)%autoCount
		if !taken(known, server, port) && free(port) {
			return port
		}
	}
	return 0
}

// free reports whether nothing listens on the port, on any address. It doesn't try to listen: a process that is forked
// at that moment inherits the socket until it executes its program, and would be taken for the owner of the port.
func free(port int) bool {
	list, err := Listening(port)
	return err != nil || len(list) == 0
}
