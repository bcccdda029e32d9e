package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/run"
	"devservers/app/words"
)

// How often the trees are measured. Looking at all of them costs a millisecond, so while nobody watches and the
// machine's free memory does not shrink, which no tree can grow without, it is done rarely.
const (
	meterTick  = time.Second
	meterNear  = 200 * time.Millisecond // once a tree has used half of its limit
	meterRest  = 5 * time.Second        // at least this often
	watchedFor = 5 * time.Second        // somebody has asked about a server: figures are fresh for so long
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
	var last lastLook
	for {
		select {
		case <-tick.C:
		case <-s.ctx.Done():
			return
		}
		next := meterTick
		if s.lookDue(last) {
			last = s.measure(look)
		}
		if last.near {
			next = meterNear
		}
		tick.Reset(next)
	}
}

// lastLook is what the meter knows since it last measured.
type lastLook struct {
	at       time.Time
	near     bool  // a tree has used half of its limit
	headroom int64 // the least that any tree may still grow, bytes
	free     int64 // of the machine's memory, bytes; 0 = not known
}

// lookDue tells whether the trees have to be measured now. A tree can't have passed its limit while the machine's free
// memory has not shrunk by half of what that takes.
func (s *Supervisor) lookDue(l lastLook) bool {
	if l.near || l.free == 0 || time.Since(l.at) >= meterRest {
		return true
	}
	return l.free-run.FreeMemory() > l.headroom/2 || s.watched()
}

// watched tells whether somebody has asked about a server a moment ago.
func (s *Supervisor) watched() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Since(s.asked) < watchedFor
}

// measure looks once.
func (s *Supervisor) measure(look *run.Look) lastLook {
	l := lastLook{at: time.Now(), headroom: 1 << 40, free: run.FreeMemory()}
	living := s.living()
	if len(living) == 0 {
		return l
	}
	holders := make([]int, 0, len(living))
	for holder := range living {
		holders = append(holders, holder)
	}
	trees, err := look.Trees(holders)
	if err != nil {
		return lastLook{}
	}
	for holder, members := range trees {
		m := living[holder]
		m.run.Saw(members)
		s.charge(m, members, &l)
	}
	return l
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

// charge notes what a tree uses.
func (s *Supervisor) charge(m *managed, members []run.Proc, l *lastLook) {
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
	m.past.add(u)
	limit := m.spec.Memory
	if limit > 0 && u.memory > limit && m.want.up && m.status.State != app.Stopping {
		s.log.Warn("a server uses too much memory", "server", m.ref.String(), "bytes", u.memory, "limit", limit)
		m.over = words.OverMemory(u.memory, limit)
		m.ask(false, byItself, app.CauseMemory)
	}
	if limit > 0 {
		l.near = l.near || u.memory > limit/2
		l.headroom = min(l.headroom, limit-u.memory)
	}
}
