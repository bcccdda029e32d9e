package supervisor

import (
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/engine/machine"
	"devservers/app/run/protocol"
)

// holders returns the servers that run, by the PID of their holder.
func (s *Supervisor) holders() machine.Holders {
	s.mu.Lock()
	defer s.mu.Unlock()
	holders := machine.Holders{}
	for m := range s.all() {
		if m.Run != nil && !m.Run.Gone() {
			holders[m.Run.Record().Holder.PID] = m.Ref
		}
	}
	return holders
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
	return machine.Running(s.holders).HeldByOthers(ref, dir, port)
}

// lostPort reports whether another process listens on the port that was picked for a run which has ended.
func (o *overseer) lostPort(rec protocol.Record) bool {
	o.s.mu.Lock()
	auto := o.m.Spec.Port.Auto
	o.s.mu.Unlock()
	return auto && machine.Running(o.s.holders).HeldByOthers(o.m.Ref, rec.Dir, rec.Port) != nil
}

// under returns the manager's own address under another host name, over TLS if that is trusted.
func (s *Supervisor) under(host string) string {
	if s.o.Secure != nil {
		if port := s.o.Secure(); port != 0 {
			return "https://" + host + ":" + strconv.Itoa(port)
		}
	}
	_, port, _ := strings.Cut(strings.TrimPrefix(s.o.URL, "http://"), ":")
	return "http://" + host + ":" + port
}
