package supervisor

import (
	"maps"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/ports"
	"devservers/app/probe"
	"devservers/app/run"
)

// holders returns the servers that run, by the PID of their holder.
func (s *Supervisor) holders() ports.Holders {
	s.mu.Lock()
	defer s.mu.Unlock()
	holders := ports.Holders{}
	for m := range s.all() {
		if m.run != nil && !m.run.Gone() {
			holders[m.run.Record().Holder.PID] = m.Ref
		}
	}
	return holders
}

// ownerOf is ports.Holders.Owner for all servers, those included that start or end while it looks.
func (s *Supervisor) ownerOf(port int, dir string, is func(ports.Listener, *app.PortOwner) bool) *app.PortOwner {
	for holders := s.holders(); ; {
		o, now := holders.Owner(port, dir, is), s.holders()
		if o == nil || maps.Equal(holders, now) {
			return o
		}
		holders = now
	}
}

// portFree returns an error that names the process listening on the port of a server, or nil.
//
// A container engine may find its container running: then only another of our servers is in its way.
func (s *Supervisor) portFree(ref app.Ref, conf config.Project, port int, argv []string) *app.Error {
	engine := probe.Engine(argv)
	return s.portHeld(ref, conf.Dir, port, func(o *app.PortOwner) bool { return o.Kind == app.OwnerOurs || !engine })
}

// PortHeld returns the error of a start whose port is held by a process that is not the server's own, or nil.
func (s *Supervisor) PortHeld(ref app.Ref, port int) *app.Error {
	p, _, err := s.server(ref)
	if err != nil {
		return nil
	}
	s.mu.Lock()
	dir := p.Conf.Dir
	s.mu.Unlock()
	return s.portHeld(ref, dir, port, func(o *app.PortOwner) bool { return o.Server != ref.String() })
}

// portHeld returns the error of a start of ref whose port is held by an owner for which inWay is true, or nil.
func (s *Supervisor) portHeld(ref app.Ref, dir string, port int, inWay func(*app.PortOwner) bool) *app.Error {
	o := s.ownerOf(port, dir, func(l ports.Listener, o *app.PortOwner) bool { return l.Local() && inWay(o) })
	if o == nil {
		return nil
	}
	return ports.InUse(ref, o)
}

// blamePort adds the process that took the port after it was checked, if the output says that it is in use.
func (s *Supervisor) blamePort(ref app.Ref, rec run.Record, e *app.Error) {
	text := strings.ToLower(strings.Join(e.Output, "\n"))
	if !strings.Contains(text, "eaddrinuse") && !strings.Contains(text, "already in use") {
		return
	}
	o := s.ownerOf(rec.Port, rec.Dir, func(_ ports.Listener, o *app.PortOwner) bool { return o.Server != ref.String() })
	if o != nil {
		e.Owner = o
		e.Add(": port %d is held by %s", rec.Port, o.Describe())
	}
}

// mostPorts is how many ports a start tries that `port: auto` picked and that another process then took.
const mostPorts = 4

// lostPort reports whether another process listens on the port that was picked for a run which has ended.
func (o *overseer) lostPort(rec run.Record) bool {
	o.s.mu.Lock()
	auto := o.m.Spec.Port.Auto
	o.s.mu.Unlock()
	ref := o.m.Ref.String()
	return auto && o.s.ownerOf(rec.Port, rec.Dir, func(l ports.Listener, o *app.PortOwner) bool { return l.Local() && o.Server != ref }) != nil
}

// startAgain requests the start of o's run once more, for another port, unless something else is wanted or it was tried
// often enough; mu is held.
func (o *overseer) startAgain() bool {
	m := o.m
	if !m.Want.Up || m.Want.Gen != o.gen {
		return false
	}
	tried := 1
	if m.moved.gen == o.gen {
		tried = m.moved.tried
	}
	if tried >= mostPorts {
		return false
	}
	m.moved = moved{m.Ask(true, m.Want.Actor, ""), tried + 1}
	return true
}

// portFor returns the port that a run will use; 0 means none.
func (s *Supervisor) portFor(ref app.Ref, server config.Server) (int, *app.Error) {
	if !server.Port.Auto {
		return server.Port.Number, nil
	}
	if server.HookOf != "" { // a hook gets its server's port as PORT
		ref.Name = server.HookOf
	}
	port, err := s.ports.Choose(ref.String())
	if err != nil {
		return 0, app.Failf(app.CodeInternal, "give "+ref.Name+" a port in devservers.yml", "cannot choose a port: %v", err)
	}
	return port, nil
}

// autoPort returns the port of a server, for those that refer to it: the one that it has, also while it listens there, or
// a new one; 0 if none could be chosen.
func (s *Supervisor) autoPort(ref app.Ref, server config.Server) int {
	if port := s.ports.Port(ref.String()); port != 0 {
		return port
	}
	port, _ := s.portFor(ref, server)
	return port
}

// portBeside returns the port of a server whose declared one another checkout has.
func (s *Supervisor) portBeside(ref app.Ref, port int, declared func(int) bool) int {
	return s.ports.Beside(ref.String(), port, declared)
}

// DeclaredAt returns the server that is declared to listen on a port and whether it runs; ref is "" if there is none.
func (s *Supervisor) DeclaredAt(port int) (ref string, up bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids(s.projects) {
		for _, m := range s.projects[id].inOrder() {
			if m.Spec.Port.Number == port || m.Spec.Port.Auto && s.ports.Port(m.Ref.String()) == port {
				return m.Ref.String(), m.Status.State.Up()
			}
		}
	}
	return "", false
}

// under returns the manager's own address under another host name.
func (s *Supervisor) under(host string) string {
	_, port, _ := strings.Cut(strings.TrimPrefix(s.o.URL, "http://"), ":")
	return "http://" + host + ":" + port
}
