package supervisor

import (
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

// portFree returns an error that names the process listening on the port of a server, or nil.
func (s *Supervisor) portFree(ref app.Ref, conf config.Project, port int, argv []string) *app.Error {
	return ports.Running(s.holders).InWay(ref, conf.Dir, port, probe.Engine(argv))
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
	return ports.Running(s.holders).HeldByOthers(ref, dir, port)
}

// lostPort reports whether another process listens on the port that was picked for a run which has ended.
func (o *overseer) lostPort(rec run.Record) bool {
	o.s.mu.Lock()
	auto := o.m.Spec.Port.Auto
	o.s.mu.Unlock()
	return auto && ports.Running(o.s.holders).HeldByOthers(o.m.Ref, rec.Dir, rec.Port) != nil
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

// under returns the manager's own address under another host name.
func (s *Supervisor) under(host string) string {
	_, port, _ := strings.Cut(strings.TrimPrefix(s.o.URL, "http://"), ":")
	return "http://" + host + ":" + port
}
