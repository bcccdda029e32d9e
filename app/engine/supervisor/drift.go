package supervisor

// lookForDrift compares what m's run was given with the current content of its files. Call it without mu: it reads env
// files.
func (m *managed) lookForDrift() {
	for {
		m.s.mu.Lock()
		r, d, spec, up := m.Run, m.p.Declared, m.Spec, m.Status.Lives() && !m.Gone
		m.s.mu.Unlock()
		if r == nil || !up {
			return
		}
		names := m.s.Files.Drift(d, m.Ref, spec, r.Record())
		m.s.mu.Lock()
		same := m.Run == r && m.p.Declared == d
		if same {
			m.Drifted(names)
		}
		m.s.mu.Unlock()
		if same {
			return
		}
	}
}
