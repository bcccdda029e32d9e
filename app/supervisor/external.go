package supervisor

import (
	"devservers/app"
	"devservers/app/config"
	"devservers/app/words"
)

// outside returns st as external if the server doesn't run and a process that is not ours serves its port. held are the
// ports that have a listener; mu is held.
func outside(st app.Status, held map[int]bool, uses func(port int) bool) app.Status {
	if st.State.Up() || st.Kind == config.KindTask || st.Failure != nil || !held[st.Port] || uses(st.Port) {
		return st
	}
	st.State = app.External
	st.Reason = words.Reason{Kind: words.ServedElsewhere, Port: st.Port}.String()
	return st
}

// uses reports whether one of our running servers has the port; mu is held.
func (s *Supervisor) uses(port int) bool {
	for m := range s.all() {
		if m.Status.State.Up() && m.Status.Port == port {
			return true
		}
	}
	return false
}
