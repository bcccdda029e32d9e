package machine

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/base/words"
	"devservers/app/run/protocol"
)

// Holders are our servers that run, by the PID of the holder of each.
type Holders map[int]app.Ref

// server returns the name of the server whose tree contains a process, or "".
func (h Holders) server(pid int, all []process.Proc) string {
	for holder, ref := range h {
		if slices.ContainsFunc(process.Below(all, holder), func(p process.Proc) bool { return p.PID == pid }) {
			return ref.String()
		}
	}
	return ""
}

// Owner returns the process behind the first socket on a port for which is returns true, or nil. It recognizes our own
// servers by h. dir is the project that wants the port, or "".
func (h Holders) Owner(port int, dir string, is func(Listener, *app.PortOwner) bool) (o *app.PortOwner) {
	for range 1 + secondLooks {
		if o = h.owner(port, dir, is); o == nil || o.PID != 0 || o.UID != os.Getuid() {
			break
		}
		time.Sleep(secondLook)
	}
	return o
}

// A socket of ours that no process has is being closed, or belongs to a process that is just being started: it
// inherited the socket and closes it when it executes its program. So it is looked at again, a few times.
const (
	secondLook  = 20 * time.Millisecond
	secondLooks = 5
)

func (h Holders) owner(port int, dir string, is func(Listener, *app.PortOwner) bool) *app.PortOwner {
	if port == 0 {
		return nil
	}
	list, err := Listening(port)
	if err != nil {
		return nil
	}
	for _, l := range list {
		if o := h.ownerOf(l, dir); is(l, o) {
			return o
		}
	}
	return nil
}

// OwnerOf returns the process that listens on a port of this machine, or nil. It does not recognize our own servers.
func OwnerOf(port int) *app.PortOwner {
	return Holders{}.Owner(port, "", func(Listener, *app.PortOwner) bool { return true })
}

func (h Holders) ownerOf(l Listener, dir string) *app.PortOwner {
	o := &app.PortOwner{Port: int(l.Addr.Port()), UID: l.UID, Address: l.Addr.String(), Kind: app.OwnerForeign}
	all, err := process.Listing()
	if err != nil {
		return o
	}
	p := l.Process(all)
	o.PID, o.Command, o.Dir, o.Checkout = p.PID, p.Command, p.Dir, p.otherCheckout(dir)
	if p.Age > 0 {
		o.Age = words.Age(p.Age)
	}
	switch o.Server = h.server(o.PID, all); {
	case o.Server != "":
		o.Kind = app.OwnerOurs
		o.Command, _, _ = strings.Cut(o.Command, " ") // its arguments may be secrets that we passed to it; its name is enough
	case o.PID == 0:
	case strings.HasPrefix(filepath.Base(p.Command), "docker-proxy"):
		o.Kind = app.OwnerDocker
	case o.Checkout:
		o.Kind = app.OwnerCheckout
	}
	return o
}

// InUse returns the error of a start of ref whose port o holds.
func InUse(ref app.Ref, o *app.PortOwner) *app.Error {
	e := app.Failf(app.CodePortInUse, "", "port %d is held by %s", o.Port, o.Describe())
	e.Owner = o
	switch o.Kind {
	case app.OwnerOurs:
		e.Hint = "give " + ref.Name + " another port (`port: auto` picks a free one)"
		if o.Checkout {
			e.Hint = "write `port: auto`, which gives each checkout a port of its own"
		} else if strings.HasPrefix(o.Server, ref.Project+"/") {
			e.Hint = fmt.Sprintf("both use port %d: give one of them another port in devservers.yml (`port: auto` picks a "+
				"free one)", o.Port)
		}
	case app.OwnerCheckout:
		e.Hint = "write `port: auto`, which gives each checkout a port of its own"
	case app.OwnerDocker:
		e.Hint = "give " + ref.Name + " another port, if the container is to stay"
	default:
		e.Hint = "give " + ref.Name + " another port (`port: auto` picks a free one), or end that process if it is yours"
	}
	return e
}

// Running returns the servers that run at the moment.
type Running func() Holders

// owner is like Holders.Owner, for all servers, including servers that start or end during the look.
func (r Running) owner(port int, dir string, is func(Listener, *app.PortOwner) bool) *app.PortOwner {
	if !inUse(port) {
		return nil
	}
	for holders := r(); ; {
		o, now := holders.Owner(port, dir, is), r()
		if o == nil || maps.Equal(holders, now) {
			return o
		}
		holders = now
	}
}

// inUse reports whether something may listen on a port: mostly nothing does, and then no start asks what our servers
// are.
func inUse(port int) bool {
	if port == 0 {
		return false
	}
	list, err := Listening(port)
	return err != nil || len(list) > 0
}

// InWay returns the error of a start of ref whose port something else holds, or nil. A container engine may find its
// container running: then only another of our servers is in its way.
func (r Running) InWay(ref app.Ref, dir string, port int, engine bool) *app.Error {
	return r.held(ref, dir, port, func(o *app.PortOwner) bool { return o.Kind == app.OwnerOurs || !engine })
}

// HeldByOthers returns the error of a start whose port is held by a process that is not the server's own, or nil.
func (r Running) HeldByOthers(ref app.Ref, dir string, port int) *app.Error {
	return r.held(ref, dir, port, func(o *app.PortOwner) bool { return o.Server != ref.String() })
}

func (r Running) held(ref app.Ref, dir string, port int, inWay func(*app.PortOwner) bool) *app.Error {
	o := r.owner(port, dir, func(l Listener, o *app.PortOwner) bool { return l.Local() && inWay(o) })
	if o == nil {
		return nil
	}
	return InUse(ref, o)
}

// Blame adds to e, the failure of a run, the process that took the port after it was checked, if the output says that
// it is in use.
func (r Running) Blame(ref app.Ref, rec protocol.Record, e *app.Error) {
	text := strings.ToLower(strings.Join(e.Output, "\n"))
	if !strings.Contains(text, "eaddrinuse") && !strings.Contains(text, "already in use") {
		return
	}
	o := r.owner(rec.Port, rec.Dir, func(_ Listener, o *app.PortOwner) bool { return o.Server != ref.String() })
	if o != nil {
		e.Owner = o
		e.Add(": port %d is held by %s", rec.Port, o.Describe())
	}
}
