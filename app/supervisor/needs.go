package supervisor

import (
	"path/filepath"

	"devservers/app"
	"devservers/app/wants"
	"devservers/app/words"
)

// ensureNeeds waits until everything that the start w needs is ready, and shows what it waits for. It returns false if
// that cannot happen (the status says why), if something newer is wanted, or if the manager ends.
func (m *managed) ensureNeeds(w wants.Want) bool {
	var before []string
	m.s.Files.Refresh(m.p.id)
	ok := m.meet(w, func() []wants.Need {
		before = m.Spec.BeforeStart
		return append(m.HooksLeft(m.p), m.ChooseNeeds(m.p, w)...)
	})
	for _, name := range before {
		ok = ok && m.meet(w, func() []wants.Need { return wants.RaiseHook(m.p, name, w.Actor) })
	}
	if !ok && m.s.ctx.Err() == nil { // otherwise the next manager waits for them
		m.s.update(func() { m.DropHooks(m.p) })
	}
	return ok
}

// meet waits until the needs that choose returns are met.
func (m *managed) meet(w wants.Want, choose func() []wants.Need) bool {
	var needs []wants.Need
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
		var broken *wants.Need
		newer := false
		err := m.s.mu.Await(m.s.ctx, func() bool {
			reason, broken = wants.Unmet(needs)
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
func (m *managed) explainNeed(n wants.Need) *app.Error {
	m.s.mu.Lock()
	st := n.On.Status
	m.s.mu.Unlock()
	return st.NeedFailed(n.On.Ref, m.Ref.Name, string(n.Until), filepath.Join(m.s.Kept.Dir(n.On.Ref), st.Run))
}
