package supervisor

import (
	"context"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/engine/machine"
	"devservers/app/engine/server"
)

// housed is the Supervisor as a machine.House.
type housed struct{ *Supervisor }

// Tenants returns the servers that run.
func (s housed) Tenants() (list []machine.Tenant) {
	s.Meter.Fresh()
	s.mu.Lock()
	defer s.mu.Unlock()
	for m := range s.all() {
		if m.Spec.Kind == config.KindServer && (m.Launches.Now || m.Run != nil && !m.Run.Gone()) {
			list = append(list, m.tenant())
		}
	}
	return list
}

// tenant returns m as the budget sees it; mu is held.
func (m *managed) tenant() machine.Tenant {
	t := machine.Tenant{Ref: m.Ref, Memory: m.s.Meter.Memory(m.Ref), Frozen: !m.Status.Frozen.IsZero()}
	viewers, last := m.s.Activity.Of(m.Ref)
	if viewers == 0 {
		t.Idle = time.Since(last)
	}
	t.Ready, t.Sleeps = m.Grown(), m.MaySleep(m.p) && !m.s.Pins.Has(m.Ref)
	t.Leaves = !m.Want.Up
	return t
}

// Sleep puts a server to sleep to make room for another, unless it is in use.
func (s housed) Sleep(ref, by app.Ref) bool {
	s.mu.Lock()
	m, port := s.lookup(ref), 0
	if m != nil {
		port = m.Status.Port
	}
	s.mu.Unlock()
	if m == nil || time.Since(s.Activity.Last(ref, port)) < s.budget.Idle { // without the lock: it asks the kernel
		return false
	}
	actor := app.Actor{Kind: app.ActorIdle, Client: "to make room"}
	if by.Name != "" {
		actor.Client += " for " + by.String()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !m.tenant().Sleeps {
		return false
	}
	m.Ask(false, actor, app.CauseIdle)
	return true
}

// admitted waits until the machine has room for the start w, and shows what it waits for. It returns false if something
// newer is wanted, or if the manager ends. A restart has the room of the run before it.
func (m *managed) admitted(w server.Want) bool {
	roomy := m.roomy
	m.s.update(func() { m.roomy, m.Slept = false, nil })
	if roomy || !m.isServer() {
		return true
	}
	ctx, cancel := context.WithCancel(m.s.ctx)
	defer cancel()
	m.s.wg.Go(func() {
		if m.s.mu.Await(ctx, func() bool { return m.Want.Gen > w.Gen }) == nil {
			cancel()
		}
	})
	slept, err := m.s.budget.Admit(ctx, m.Ref, func(r words.Room) {
		m.s.update(func() { m.Status.Reason = words.Reason{Kind: words.NoRoom, Room: r} })
	})
	m.s.update(func() {
		m.Slept = append(m.Slept, words.Each(slept, app.Ref.String)...)
	})
	return err == nil
}
