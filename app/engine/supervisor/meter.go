package supervisor

import (
	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/health"
	"devservers/app/engine/server"
)

// metered is the Supervisor for the meter in health.
type metered struct{ *Supervisor }

// Living returns the living runs.
func (s metered) Living() (list []health.Metered) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for m := range s.all() {
		if m.Run != nil && !m.Run.Gone() {
			limit, warn := health.MemoryLimits(m.Spec.Memory)
			list = append(list, health.Metered{Ref: m.Ref, Run: m.Run, Limit: limit, Warn: warn, Warned: m.Status.Heavy != ""})
		}
	}
	return list
}

// OverLimit requests the end of a run that uses more memory than its limit.
func (s metered) OverLimit(sub health.Metered, use health.Memory) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.lookup(sub.Ref)
	if m == nil || m.Run != sub.Run || !m.Want.Up || m.Status.State == app.Stopping {
		return
	}
	s.log.Warn("a server uses too much memory", "server", m.Ref.String(), "bytes", use.Bytes, "limit", sub.Limit)
	m.Status.Over = words.OverMemory(use.Under(sub.Limit))
	m.Ask(false, server.ByItself, app.CauseMemory)
}

// Heavy adds an event that a run uses much memory, once.
func (s metered) Heavy(sub health.Metered, use health.Memory) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.lookup(sub.Ref)
	if m == nil || m.Run != sub.Run {
		return
	}
	m.Status.Heavy = words.MuchMemory(use.Under(sub.Limit))
	m.tell(app.Event{Event: app.EventMemory, Run: m.Status.Run, State: m.Status.State, Message: m.Status.Heavy})
}
