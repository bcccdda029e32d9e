package health

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"time"

	"devservers/app/base/process"
	"devservers/app/engine/machine"
)

// noteLatest is how long after a change the holders of a listener are looked for again.
const noteLatest = 2 * time.Minute

// busyGrace is for how long a server that computes may leave connections waiting, unless it has printed an error: what
// computes then is the reloader, which reads the files of a large project.
const busyGrace = 10 * time.Second

// acceptor is what was seen of the processes that share a listener. Under a reloader or a master process, the process
// that accepts connections may end while another one keeps the port open: clients connect then, and wait for ever.
//
// Who holds the socket doesn't show who accepts, as children may inherit it. So the end of a holder, or an error soon
// after the start, only raises a doubt: one connection is made, and the server is deaf if nothing accepts connections
// for grace.
type acceptor struct {
	holders []process.Identity // of the listener, if there are several
	noted   time.Time          // when they were looked for
	next    time.Duration      // when to look for them again, as workers may start late; 0 = no more
	doubt   bool
	erred   bool      // it had printed an error when it was looked at last
	deaf    time.Time // since when connections wait and none is accepted; zero = they don't, as far as seen
	waited  time.Time // the same, whatever the processes did meanwhile

	queue
}

// look judges the listener l of a run. fresh: it was not seen before.
func (a acceptor) look(s Listening, l machine.Listener, fresh bool) acceptor {
	ended := slices.ContainsFunc(a.holders, func(h process.Identity) bool { return !h.Alive() })
	crashed := s.Erred && !a.erred && a.next > 0 // perhaps, before its holders were known
	a.erred = s.Erred && !fresh
	switch {
	case fresh:
		a = acceptor{next: rest}.note(s, l)
		a.doubt = l.Waiting > 0
		return a
	case !a.doubt && !ended && !crashed:
		if a.next > 0 && time.Since(a.noted) >= a.next {
			a = a.note(s, l)
		}
		return a
	case l.Waiting == 0 && !ended && !crashed: // something has accepted what waited
		return acceptor{next: rest, erred: s.Erred}.note(s, l)
	case l.Waiting == 0:
		knock(l.Addr)
	}
	since := time.Now()
	// On a busy machine looks come late: another connection may wait than did then.
	if a.doubt && since.Sub(a.noted) < 2*soon {
		since = a.noted
	}
	a = a.note(s, l)
	a.doubt = true
	switch {
	case l.Waiting == 0 || machine.Accepted(s.Port): // a server that is busy with a request is not deaf
		a.deaf, a.waited = time.Time{}, time.Time{}
	case a.waited.IsZero():
		a.deaf, a.waited = since, since
	case time.Since(a.waited) < busyGrace && !s.Erred && busy(s):
		a.deaf = time.Now()
	}
	return a
}

// busy reports whether a process of a run computes, as one that compiles what the first request wants: it may accept
// connections afterwards. One that waits for an edit sleeps. A look may miss a process while others begin or end, so it
// takes two to say that none computes.
func busy(s Listening) bool {
	is, _ := computing(s)
	if !is {
		is, _ = computing(s)
	}
	return is
}

// note looks for the holders of a listener.
func (a acceptor) note(s Listening, l machine.Listener) acceptor {
	a.holders, a.noted = holdersOf(s, l), time.Now()
	if a.next *= 3; a.next > noteLatest {
		a.next = 0
	}
	return a
}

// holdersOf returns the processes of a run that hold a listener, if there are several.
func holdersOf(s Listening, l machine.Listener) (list []process.Identity) {
	for _, pid := range machine.Tree(s.Holder) {
		if !l.OwnedBy([]int{pid}) {
			continue
		}
		if id, err := process.Identify(pid); err == nil {
			list = append(list, id)
		}
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// knock connects to a listener and closes the connection. Until something accepts it, it waits there.
func knock(to netip.AddrPort) {
	if a := to.Addr(); a.IsUnspecified() {
		loopback := netip.IPv6Loopback()
		if a.Is4() {
			loopback = netip.AddrFrom4([4]byte{127, 0, 0, 1})
		}
		to = netip.AddrPortFrom(loopback, to.Port())
	}
	ctx, cancel := context.WithTimeout(context.Background(), soon)
	defer cancel()
	var c net.Conn
	if c, _ = machine.Dial(ctx, "tcp", to.String()); c != nil {
		c.Close()
	}
}
