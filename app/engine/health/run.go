package health

import (
	"context"
	"maps"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/run"
)

// lastLook is the result of the last measurement.
type lastLook struct {
	at   time.Time
	runs map[*run.Run]bool
	pids map[int]bool // of all trees
	same int          // how many measurements in a row before it have seen these
	near bool         // a tree has used half of its limit
	room int64        // the least that any tree may still grow, in bytes
	warn int64        // the same, until it must be reported as heavy
	free int64        // of the machine's memory, bytes; 0 = not known
}

// Run measures until ctx ends.
func (m *Meter) Run(ctx context.Context) {
	for {
		select {
		case <-time.After(app.UntilBeat(m.pause())):
			m.tick()
		case <-m.woken:
		case <-ctx.Done():
			return
		}
	}
}

// tick measures if that is due.
func (m *Meter) tick() {
	m.work.Lock()
	defer m.work.Unlock()
	if living := m.from.Living(); m.due(living) {
		m.measure(living)
	}
}

// pause returns how often to look whether a measurement is due.
func (m *Meter) pause() time.Duration {
	m.work.Lock()
	defer m.work.Unlock()
	switch {
	case m.last.near:
		return tickNear
	case m.isWatched(), m.last.free == 0:
		return tick
	}
	pause := tick
	for pause < tickFar && time.Duration(m.last.room/fastest)*time.Second >= pause { // doubled: its beats are others', too
		pause *= 2
	}
	return pause
}

func (m *Meter) isWatched() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return time.Since(m.watched) < watchedFor
}

// due reports whether the trees must be measured now; work is held. No tree can have exceeded its limit unless the
// machine's free memory has shrunk by at least half of what that takes.
func (m *Meter) due(living []Metered) bool {
	l := m.last
	fresh := func(s Metered) bool { return !l.runs[s.Run] }
	switch {
	case l.near, l.free == 0, slices.ContainsFunc(living, fresh), time.Since(l.at) >= l.rest(), m.isWatched():
		return true
	}
	return len(living) > 0 && l.free-process.FreeMemory() > min(l.room, l.warn)/2
}

// rest returns for how long the trees need not be measured while nothing shows that they change: others may free the
// memory that one takes.
func (l lastLook) rest() time.Duration {
	if l.room < fastest {
		return meterRest
	}
	return min(meterRest<<min(l.same, 8), longRest)
}

// measure measures all trees once; work is held.
func (m *Meter) measure(living []Metered) {
	l := lastLook{at: time.Now(), runs: map[*run.Run]bool{}, pids: map[int]bool{}, room: 1 << 40, warn: 1 << 40,
		free: process.FreeMemory()}
	of := map[int]Metered{}
	for _, s := range living {
		of[s.Run.Record().Holder.PID], l.runs[s.Run] = s, true
	}
	m.forgetCounts(l.runs)
	trees, err := m.trees(slices.Collect(maps.Keys(of)))
	if err != nil {
		m.last = lastLook{}
		return
	}
	for holder, members := range trees {
		use := m.note(of[holder], members)
		l.add(of[holder], members, use)
	}
	if maps.Equal(l.pids, m.last.pids) {
		l.same = m.last.same + 1
	}
	m.last = l
}

// trees returns the processes below each holder.
func (m *Meter) trees(holders []int) (map[int][]process.Proc, error) {
	if len(holders) == 0 {
		return nil, nil
	}
	return m.look.Trees(holders)
}

// note records and reports what a tree uses.
func (m *Meter) note(s Metered, members []process.Proc) Memory {
	s.Run.Saw(members)
	use := m.count(s, members)
	m.charge(s.Ref, members, use.Bytes)
	s.report(members, use, m.from)
	return use
}

// add adds a tree to the result.
func (l *lastLook) add(s Metered, members []process.Proc, use Memory) {
	for _, p := range members {
		l.pids[p.PID] = true
	}
	if s.Limit > 0 {
		l.near = l.near || use.Bytes > s.Limit/2
		l.room = min(l.room, s.Limit-use.Bytes)
	}
	if s.Warn > 0 && !s.Warned {
		l.warn = min(l.warn, s.Warn-use.Bytes)
	}
}
