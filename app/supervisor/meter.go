package supervisor

import (
	"devservers/app"
	"devservers/app/meter"
	"devservers/app/words"
)

// metered is the Supervisor as a meter.Source.
type metered struct{ *Supervisor }

// Living returns the living runs.
func (s metered) Living() (list []meter.Subject) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for m := range s.all() {
		if m.run != nil && !m.run.Gone() {
			list = append(list, meter.Subject{Ref: m.ref, Run: m.run, Limit: m.spec.Memory})
		}
	}
	return list
}

// OverLimit requests the end of a run that uses more memory than its limit.
func (s metered) OverLimit(sub meter.Subject, memory int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.lookup(sub.Ref)
	if m == nil || m.run != sub.Run || !m.want.up || m.status.State == app.Stopping {
		return
	}
	s.log.Warn("a server uses too much memory", "server", m.ref.String(), "bytes", memory, "limit", sub.Limit)
	m.over = words.OverMemory(memory, sub.Limit)
	m.ask(false, byItself, app.CauseMemory)
}
