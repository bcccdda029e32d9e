package supervisor

import (
	"slices"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/ports"
	"devservers/app/probe"
	"devservers/app/run"
	"devservers/app/words"
)

// portFree returns an error that names the process listening on the port of a server, or nil.
//
// A container engine may find its container running: then only another of our servers is in its way.
func (m *managed) portFree(conf config.Project, port int, argv []string) *app.Error {
	if port == 0 {
		return nil
	}
	list, err := ports.Listening(port)
	if err != nil {
		return nil // then the server itself reports it
	}
	for _, l := range list {
		if owner := m.s.ownerOf(l, conf.Dir); l.Local() && (owner.Kind == app.OwnerOurs || !probe.Engine(argv)) {
			return portHeld(m.ref, owner)
		}
	}
	return nil
}

// OwnerOf returns the process that listens on a port of this machine, or nil. It does not recognize our own servers.
func OwnerOf(port int) *app.PortOwner {
	list, _ := ports.Listening(port)
	if len(list) == 0 {
		return nil
	}
	return portOwner(list[0], "", func(int, []run.Proc) string { return "" })
}

func portHeld(ref app.Ref, o *app.PortOwner) *app.Error {
	e := app.Failf(app.CodePortInUse, "", "port %d is held by %s", o.Port, o.Describe())
	e.Owner = o
	switch o.Kind {
	case app.OwnerOurs:
		e.Hint = "stop it: devservers stop " + o.Server
		if o.Checkout {
			e.Hint += "; or write `port: auto`, which gives each checkout a port of its own"
		}
	case app.OwnerCheckout:
		e.Hint = "stop it there, or write `port: auto`, which gives each checkout a port of its own"
	case app.OwnerDocker:
		e.Hint = "stop the container, or give " + ref.Name + " another port"
	default:
		e.Hint = "stop it, or give " + ref.Name + " another port (`port: auto` picks a free one)"
	}
	return e
}

// ownerOf returns the process behind a socket. dir is the project that wants the port.
func (s *Supervisor) ownerOf(l ports.Listener, dir string) *app.PortOwner {
	return portOwner(l, dir, s.serverOf)
}

// portOwner describes the process behind a socket. ours returns the name of the server that owns a process, or "".
func portOwner(l ports.Listener, dir string, ours func(pid int, all []run.Proc) string) *app.PortOwner {
	o := &app.PortOwner{Port: int(l.Addr.Port()), UID: l.UID, Address: l.Addr.String(), Kind: app.OwnerForeign}
	all, err := run.Listing()
	if err != nil {
		return o
	}
	p := l.Process(all)
	o.PID, o.Command, o.Dir, o.Checkout = p.PID, p.Command, p.Dir, p.OtherCheckout(dir)
	if p.Age > 0 {
		o.Age = words.Age(p.Age)
	}
	switch o.Server = ours(o.PID, all); {
	case o.Server != "":
		o.Kind = app.OwnerOurs
	case o.PID == 0:
	case p.Docker():
		o.Kind = app.OwnerDocker
	case o.Checkout:
		o.Kind = app.OwnerCheckout
	}
	return o
}

// serverOf returns the name of the server whose tree contains a process.
func (s *Supervisor) serverOf(pid int, all []run.Proc) string {
	s.mu.Lock()
	holders := map[int]string{}
	for m := range s.all() {
		if m.run != nil && !m.run.Gone() {
			holders[m.run.Record().Holder.PID] = m.ref.String()
		}
	}
	s.mu.Unlock()
	for holder, name := range holders {
		if slices.ContainsFunc(run.Below(all, holder), func(p run.Proc) bool { return p.PID == pid }) {
			return name
		}
	}
	return ""
}

// portFor returns the port that a run will use; 0 means none.
func (m *managed) portFor(server config.Server) (int, *app.Error) {
	ref := ownerOfPort(m.ref, server)
	if !server.Port.Auto {
		return server.Port.Number, nil
	}
	port, err := m.s.ports.Choose(ref.String())
	if err != nil {
		return 0, app.Failf(app.CodeInternal, "give "+ref.Name+" a port in devservers.yml", "cannot choose a port: %v", err)
	}
	return port, nil
}
