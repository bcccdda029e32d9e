package ports

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

// Tree returns the PIDs of the processes below a holder.
func Tree(holder int) []int {
	all, err := process.Listing()
	if err != nil {
		return nil
	}
	below := process.Below(all, holder)
	pids := make([]int, len(below))
	for i, p := range below {
		pids[i] = p.PID
	}
	return pids
}

// OfTree returns the listeners of the processes below a holder.
func OfTree(holder int) (list []Listener) {
	all, err := Listening(0)
	if err != nil {
		return nil
	}
	return owned(all, Tree(holder))
}

// OfServer returns the listeners of the processes below a holder, one of which has this port: cheaper than OfTree if it
// has.
func OfServer(holder, port int) []Listener {
	all, _ := Listening(0)
	list := owned(all, process.Descendants(holder))
	if slices.ContainsFunc(list, func(l Listener) bool { return int(l.Addr.Port()) == port }) {
		return list
	}
	return OfTree(holder)
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
	all, err := lately.listening()
	if err != nil {
		return nil
	}
	same := slices.EqualFunc(all, s.all, Listener.Same)
	if !same || !s.again && time.Since(s.looked) > seenTime {
		s.looked, s.all, s.own, s.again = time.Now(), all, owned(all, process.Descendants(holder)), same
	}
	return slices.Clone(s.own)
}

// listing is one list of all listeners, shared by callers that look at the same moment.
type listing struct {
	mu  sync.Mutex
	all []Listener
	err error
	at  time.Time
}

var lately listing

// moment is how old a list may be.
const moment = 20 * time.Millisecond

func (l *listing) listening() ([]Listener, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.Sub(l.at) > moment {
		l.all, l.err = Listening(0)
		l.at = now
	}
	return l.all, l.err
}
