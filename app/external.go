package app

import (
	"fmt"

	"devservers/app/config"
)

// ports are those of this machine that somebody listens on, where localhost finds them.
type ports map[int]bool

func heldPorts() ports {
	held := ports{}
	list, _ := listeners(0)
	for _, l := range list {
		if l.local() {
			held[int(l.Addr.Port())] = true
		}
	}
	return held
}

// outside shows a server that does not run, and whose port is served nevertheless, by none of ours, as external; mu
// is held.
func (s *Supervisor) outside(st Status, held ports) Status {
	if st.State.Up() || st.Kind == config.KindTask || st.Failure != nil || !held[st.Port] || s.uses(st.Port) {
		return st
	}
	st.State = External
	st.Reason = fmt.Sprintf("port %d is served by a process that was not started here", st.Port)
	return st
}

// uses tells whether a living run of ours was given the port; mu is held.
func (s *Supervisor) uses(port int) bool {
	for _, p := range s.projects {
		for _, m := range p.servers {
			if m.status.State.Up() && m.status.Port == port {
				return true
			}
		}
	}
	return false
}
