package supervisor

import (
	"path/filepath"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/words"
)

// need is one thing that a start waits for: another server or task of the project that has reached this state after it
// has handled the request gen.
type need struct {
	m     *managed
	gen   int
	until config.Condition
}

// rising reports whether m is up or on its way up, so that a start need not request it; mu is held.
func (m *managed) rising() bool {
	st := m.status.State
	return m.want.up && (st.Up() && st != app.Stopping || m.seen < m.want.gen)
}

// chooseNeeds returns what the start w waits for, and requests the servers and tasks of these that are not up. An
// automatic start requests nothing else: it waits for the servers that are wanted up; mu is held.
func (p *project) chooseNeeds(m *managed, w want) []need {
	switch {
	case w.actor.Automatic():
		return p.standingNeeds(m)
	case !w.chosen:
		return p.raiseNeeds(m, w.actor, &m.raised)
	}
	return w.needs
}

func (p *project) standingNeeds(m *managed) (needs []need) {
	for _, d := range m.spec.DependsOn {
		if on := p.servers[d.Name]; on != nil && on.want.up && on.spec.Kind == config.KindServer && d.Until != config.UntilCompleted {
			needs = append(needs, need{on, on.want.gen, d.Until})
		}
	}
	return needs
}

// raiseNeeds requests everything that m needs and that is not up, after everything that those need in turn. names
// collects them all in one pass, so that a shared dependency is requested only once; mu is held.
func (p *project) raiseNeeds(m *managed, a app.Actor, names *[]string) (needs []need) {
	for _, d := range m.spec.DependsOn {
		on := p.servers[d.Name]
		if on == nil || on.gone {
			continue
		}
		if !on.rising() {
			below := p.raiseNeeds(on, a, names)
			on.ask(true, a, "")
			on.want.needs, on.want.chosen = below, true
			*names = append(*names, on.ref.Name)
		}
		needs = append(needs, need{on, on.want.gen, d.Until})
	}
	return needs
}

// ensureNeeds waits until everything that the start w needs is ready, and shows what it waits for. It returns false if
// that cannot happen (the status says why), if something newer is wanted, or if the manager ends.
func (m *managed) ensureNeeds(w want) bool {
	var before []string
	m.s.Files.Refresh(m.p.id)
	ok := m.meet(w, func() []need {
		before = m.spec.BeforeStart
		return append(m.p.hooksLeft(m), m.p.chooseNeeds(m, w)...)
	})
	for _, name := range before {
		ok = ok && m.meet(w, func() []need { return m.p.raiseHook(name, w.actor) })
	}
	if !ok {
		m.s.update(func() { m.p.dropHooks(m) })
	}
	return ok
}

// meet waits until the needs that choose returns are met.
func (m *managed) meet(w want, choose func() []need) bool {
	var needs []need
	m.s.update(func() {
		if m.want.gen == w.gen && (!m.s.closing || w.chosen) {
			needs = choose()
		}
	})
	for {
		var reason words.Reason
		var broken *need
		newer := false
		err := m.s.mu.Await(m.s.ctx, func() bool {
			reason, broken = unmet(needs)
			newer = m.want.gen > w.gen
			return newer || broken != nil || !reason.Any() || reason != m.status.Reason
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
		m.s.update(func() { m.status.Reason = reason })
	}
}

// unmet returns the reason to wait, if there is one, and the first need that cannot be met; mu is held.
func unmet(needs []need) (reason words.Reason, broken *need) {
	var open []string
	for i, n := range needs {
		met, failed := n.look()
		if failed {
			return reason, &needs[i]
		}
		if !met {
			open = append(open, words.Need(n.m.ref.Name, string(n.until)))
		}
	}
	if len(open) == 0 {
		return reason, nil
	}
	return words.Reason{Kind: words.WaitsForNeeds, About: words.And(open)}, nil
}

// look reports whether a need is met, and whether it has failed and will not be met by itself; mu is held.
func (n need) look() (met, failed bool) {
	if n.m.seen < max(n.gen, n.m.want.gen) {
		return false, false
	}
	return n.m.status.Meets(n.until, n.m.spec.Kind)
}

// explainNeed returns the failure of a start whose need is not met.
func (m *managed) explainNeed(n need) *app.Error {
	m.s.mu.Lock()
	st := n.m.status
	m.s.mu.Unlock()
	return st.NeedFailed(n.m.ref, m.ref.Name, string(n.until), filepath.Join(m.s.Kept.Dir(n.m.ref), st.Run))
}
