package health

import (
	"fmt"
	"sync"

	"devservers/app/engine/machine"
)

// Owners names the processes that listen on ports. It remembers each name for as long as the same sockets listen, since
// looking for their process reads much of /proc. Its zero value is ready; it is safe for concurrent use.
type Owners struct {
	mu    sync.Mutex
	known map[int]owner
}

type owner struct{ sockets, name string }

// Of returns a description of the process that listens on a port; "" if there is none.
func (o *Owners) Of(port int) string {
	list, err := machine.Listening(port)
	if err != nil || len(list) == 0 {
		return ""
	}
	for i := range list {
		list[i].Waiting = 0
	}
	sockets := fmt.Sprint(list)
	o.mu.Lock()
	defer o.mu.Unlock()
	if was := o.known[port]; was.sockets == sockets {
		return was.name
	}
	found := machine.OwnerOf(port)
	if found == nil {
		return ""
	}
	found.Age = "" // it would change all the time
	if o.known == nil {
		o.known = map[int]owner{}
	}
	o.known[port] = owner{sockets, found.Describe()}
	return o.known[port].name
}

// OfHeld names the processes that listen on those of the ports on which anything does. The kernel is asked once.
func (o *Owners) OfHeld(ports []int) map[int]string {
	if len(ports) == 0 {
		return nil
	}
	held, by := machine.Held(), map[int]string{}
	for _, port := range ports {
		if held[port] {
			by[port] = o.Of(port)
		}
	}
	return by
}
