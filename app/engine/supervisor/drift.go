package supervisor

import (
	"strings"

	"devservers/app"
)

// lookForDrift compares what m's run was given with the current content of its files. Call it without mu: it reads env
// files.
func (m *managed) lookForDrift() {
	for {
		m.s.mu.Lock()
		r, d, spec, up := m.run, m.p.Declared, m.Spec, m.Status.Lives() && !m.Gone
		m.s.mu.Unlock()
		if r == nil || !up {
			return
		}
		found := drift{r.Record().ID, m.s.Files.Drift(d, m.Ref, spec, r.Record())}
		m.s.mu.Lock()
		same := m.run == r && m.p.Declared == d
		if same {
			m.drift = found
		}
		m.s.mu.Unlock()
		if same {
			return
		}
	}
}

// driftOf returns the names of variables and devservers.yml keys that have changed since m's run started; mu is held.
func (m *managed) driftOf() []string {
	if m.run == nil || !m.Status.Lives() || m.Gone || m.drift.run != m.run.Record().ID {
		return nil
	}
	return m.drift.names
}

// tellDrift adds events that name what has changed for running servers since they were started.
func (p *managedProject) tellDrift() {
	for _, m := range p.inOrder() {
		names := m.driftOf()
		drift := m.Status.Run + ":" + strings.Join(names, " ")
		if len(names) > 0 && drift != m.toldDrift {
			m.toldDrift = drift
			m.tell(app.Event{Event: app.EventConfig, Run: m.Status.Run, Changed: names,
				Message: "changed since it was started: " + strings.Join(names, ", ")})
		}
	}
}
