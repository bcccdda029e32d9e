package machine

import (
	"net/netip"
	"slices"
	"sync"
	"time"

	"devservers/app/base/process"
)

// Listener is a TCP socket that accepts connections.
type Listener struct {
	Addr  netip.AddrPort
	UID   int    // of its owner; -1: unknown
	inode uint64 // of the socket, on Linux
	pid   int    // of its owner, where the system reports it; 0: unknown

	Waiting int // connections that nothing has accepted yet, where the system reports it
}

// Same reports whether both are the same socket.
func (l Listener) Same(other Listener) bool {
	l.Waiting, other.Waiting = 0, 0
	return l == other
}

// Local reports whether a client on this machine reaches it by the name localhost.
func (l Listener) Local() bool {
	a := l.Addr.Addr().Unmap()
	return a.IsLoopback() || a.IsUnspecified()
}

// OwnedBy reports whether one of these processes has the socket open.
func (l Listener) OwnedBy(pids []int) bool { return len(owned([]Listener{l}, pids)) > 0 }

// owned returns the listeners in all that one of these processes has open.
func owned(all []Listener, pids []int) (list []Listener) {
	inodes := map[uint64]bool{}
	for _, pid := range pids {
		socketsOf(pid, inodes)
	}
	for _, l := range all {
		if l.pid != 0 && slices.Contains(pids, l.pid) || l.inode != 0 && inodes[l.inode] {
			list = append(list, l)
		}
	}
	return list
}

// Held returns the ports on which something listens where localhost reaches it.
func Held() map[int]bool {
	held := map[int]bool{}
	list, _ := Listening(0)
	for _, l := range list {
		if l.Local() {
			held[int(l.Addr.Port())] = true
		}
	}
	return held
}

// Tree returns the PIDs of the processes below a holder. It costs little, but may miss some while others begin or end.
func Tree(holder int) []int { return process.Descendants(holder) }

// Among returns those of these listeners that a process below a holder has open. It reads all processes of the machine
// only if it finds none without, since one may have begun just then.
func Among(list []Listener, holder int) []Listener {
	if len(list) == 0 {
		return nil
	}
	if own := owned(list, Tree(holder)); len(own) > 0 {
		return own
	}
	var pids []int
	for _, p := range process.Below(everybody(), holder) {
		pids = append(pids, p.PID)
	}
	return owned(list, pids)
}

// OfTree returns the listeners of the processes below a holder.
func OfTree(holder int) (list []Listener) {
	all, err := Listening(0)
	if err != nil {
		return nil
	}
	return Among(all, holder)
}

// Seen remembers the listeners of the processes below a holder. The zero value has seen nothing. It is for one
// goroutine.
type Seen struct {
	all, own []Listener
	looked   time.Time
	again    bool // they have been looked for again since all is unchanged
}

// seenTime is how long Seen believes that new listeners belong to the same processes.
const seenTime = 10 * time.Second

// OfTree does what the function OfTree does at a lower cost: it looks at the processes only if a listener has come or
// gone since, and once more after seenTime. Until then it may miss what a process listens on that has just begun.
func (s *Seen) OfTree(holder int) []Listener {
	all, err := listeners.get(moment)
	if err != nil {
		return nil
	}
	same := slices.EqualFunc(all, s.all, Listener.Same)
	if !same || !s.again && time.Since(s.looked) > seenTime {
		s.looked, s.all, s.own, s.again = time.Now(), all, owned(all, process.Descendants(holder)), same
	}
	return slices.Clone(s.own)
}

// shared is one look at the machine for all callers that look at the same moment.
type shared[T any] struct {
	mu   sync.Mutex
	look func() (T, error)
	last T
	err  error
	at   time.Time
}

// get returns the last look if it is not older than this, or looks.
func (s *shared[T]) get(age time.Duration) (T, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.at) > age {
		s.last, s.err = s.look()
		s.at = time.Now()
	}
	return s.last, s.err
}

// fresh returns the last look if it is not older than this.
func (s *shared[T]) fresh(age time.Duration) (last T, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last, s.err == nil && time.Since(s.at) <= age
}

// moment is how old a look at sockets may be, and while one at all processes, which reads much of /proc.
const (
	moment = 20 * time.Millisecond
	while  = 100 * time.Millisecond
)

var (
	listeners = &shared[[]Listener]{look: func() ([]Listener, error) { return Listening(0) }}
	processes = &shared[[]process.Proc]{look: process.Listing}
)

// Listeners returns what listens on this machine now. Others that look at the same moment share the look.
func Listeners() ([]Listener, error) { return listeners.get(0) }

// On returns the listeners on a port. It takes a look at all that was made just now; without one it asks for the port.
func On(port int) (list []Listener, err error) {
	all, ok := listeners.fresh(moment)
	if !ok {
		return Listening(port)
	}
	for _, l := range all {
		if int(l.Addr.Port()) == port {
			list = append(list, l)
		}
	}
	return list, nil
}

// everybody returns all processes of the machine.
func everybody() []process.Proc {
	all, _ := processes.get(while)
	return all
}

// Waits reports whether a connection to a port of this machine waits to be accepted.
func Waits(port int) bool {
	all, _ := listeners.get(moment)
	waits := func(l Listener) bool { return int(l.Addr.Port()) == port && l.Waiting > 0 }
	return port != 0 && slices.ContainsFunc(all, waits)
}
