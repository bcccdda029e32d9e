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
			limit, warn := meter.Limits(m.spec.Memory)
			list = append(list, meter.Subject{Ref: m.ref, Run: m.run, Limit: limit, Warn: warn, Warned: m.status.Heavy != ""})
		}
	}
	return list
}

// OverLimit requests the end of a run that uses more memory than its limit.
func (s metered) OverLimit(sub meter.Subject, use meter.Memory) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.lookup(sub.Ref)
	if m == nil || m.run != sub.Run || !m.want.up || m.status.State == app.Stopping {
		return
	}
	s.log.Warn("a server uses too much memory", "server", m.ref.String(), "bytes", use.Bytes, "limit", sub.Limit)
	m.status.Over = words.OverMemory(use.Under(sub.Limit))
	m.ask(false, byItself, app.CauseMemory)
}

// Heavy adds an event that a run uses much memory, once.
func (s metered) Heavy(sub meter.Subject, use meter.Memory) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.lookup(sub.Ref)
	if m == nil || m.run != sub.Run {
		return
	}
	m.status.Heavy = words.MuchMemory(use.Under(sub.Limit))
	m.tell(app.Event{Event: app.EventMemory, Run: m.status.Run, State: m.status.State, Message: m.status.Heavy})
}
