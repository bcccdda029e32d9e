package app

import (
	"fmt"
	"time"

	"devservers/app/run"
)

// How often the trees are measured: one look at all of them together, faster once one has used half of its limit.
const (
	meterTick = time.Second
	meterNear = 200 * time.Millisecond
)

// usage is what a run's tree used when last measured; mu guards it.
type usage struct {
	cpu       float64 // per cent of a core since the look before
	memory    int64
	processes int
	spent     time.Duration
	at        time.Time
}

// meter measures all trees and asks for the end of those that use more memory than they may. It does not announce
// what it measures: who shows figures asks again.
func (s *Supervisor) meter() {
	look := run.NewLook()
	tick := time.NewTimer(meterTick)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-s.ctx.Done():
			return
		}
		next := meterTick
		if s.measure(look) {
			next = meterNear
		}
		tick.Reset(next)
	}
}

// measure looks once. near: some tree has used half of its limit.
func (s *Supervisor) measure(look *run.Look) (near bool) {
	living := s.living()
	if len(living) == 0 {
		return false
	}
	holders := make([]int, 0, len(living))
	for holder := range living {
		holders = append(holders, holder)
	}
	trees, err := look.Trees(holders)
	if err != nil {
		return false
	}
	for holder, members := range trees {
		m := living[holder]
		m.run.Saw(members)
		if s.charge(m, members) {
			near = true
		}
	}
	return near
}

// living gives the servers whose run lives, by the PID of its holder.
func (s *Supervisor) living() map[int]*managed {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := map[int]*managed{}
	for _, p := range s.projects {
		for _, m := range p.servers {
			if m.run != nil && !m.run.Gone() {
				list[m.run.Record().Holder.PID] = m
			}
		}
	}
	return list
}

func (s *Supervisor) charge(m *managed, members []run.Proc) (near bool) {
	u := usage{processes: len(members), at: time.Now()}
	for _, p := range members {
		u.memory += p.RSS
		u.spent += p.CPU
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if before := m.usage; !before.at.IsZero() && u.spent >= before.spent {
		u.cpu = 100 * float64(u.spent-before.spent) / float64(u.at.Sub(before.at))
	}
	m.usage = u
	limit := m.spec.Memory
	if limit > 0 && u.memory > limit && m.want.up && m.status.State != Stopping {
		s.log.Warn("a server uses too much memory", "server", m.ref.String(), "bytes", u.memory, "limit", limit)
		m.over = fmt.Sprintf("used %s of memory, its limit is %s", Size(u.memory), Size(limit))
		m.ask(false, Actor{Kind: "crash"}, "memory")
	}
	return limit > 0 && u.memory > limit/2
}

// Size is a number of bytes as people read it, in units of 1024.
func Size(n int64) string {
	const units = "kMGT"
	if n < 1024 {
		return fmt.Sprintf("%d B", n)
	}
	v, i := float64(n)/1024, 0
	for ; v >= 1000 && i < len(units)-1; i++ {
		v /= 1024
	}
	if v < 10 {
		return fmt.Sprintf("%.1f %cB", v, units[i])
	}
	return fmt.Sprintf("%.0f %cB", v, units[i])
}
