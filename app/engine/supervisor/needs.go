package supervisor

import (
	"path/filepath"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/server"
)

// ensureNeeds waits until everything that the start w needs is ready, and shows what it waits for. It returns false if
// that cannot happen (the status explains why), if something newer is wanted, or if the manager ends.
func (m *managed) ensureNeeds(w server.Want) bool {
	var before []string
	m.s.Files.Refresh(m.p.id)
	ok := m.meet(w, func() []server.Need {
		before = m.Spec.BeforeStart
		return append(m.HooksLeft(m.p), m.ChooseNeeds(m.p, w)...)
	})
	for _, name := range before {
		ok = ok && m.meet(w, func() []server.Need { return server.RaiseHook(m.p, name, w.Actor) })
	}
	if !ok && m.s.ctx.Err() == nil { // otherwise the next manager waits for them
		m.s.update(func() { m.DropHooks(m.p) })
	}
	return ok
}

// meet waits until the needs that choose returns are met.
func (m *managed) meet(w server.Want, choose func() []server.Need) bool {
	var needs []server.Need
	chosen := false
	m.s.update(func() {
		if chosen = m.Want.Gen == w.Gen && (!m.s.closing || w.Chosen()); chosen {
			needs = choose()
		}
	})
	if !chosen {
		return false
	}
	for {
		var reason words.Reason
		var broken *server.Need
		newer := false
		err := m.s.mu.Await(m.s.ctx, func() bool {
			reason, broken = server.Unmet(needs)
			newer = m.Want.Gen > w.Gen
			return newer || broken != nil || !reason.Any() || reason != m.Status.Reason
		})
		switch {
		case err != nil || newer:
			return false
		case broken != nil:
			m.refuse(m.explainNeed(*broken))
			return false
		case !reason.Any():
			return true
		}
		m.s.update(func() { m.Status.Reason = reason })
	}
}

// explainNeed returns the failure of a start whose need is not met.
func (m *managed) explainNeed(n server.Need) *app.Error {
	m.s.mu.Lock()
	st := n.On.Status
	m.s.mu.Unlock()
	return st.NeedFailed(n.On.Ref, m.Ref.Name, string(n.Until), filepath.Join(m.s.Kept.Dir(n.On.Ref), st.Run))
}
