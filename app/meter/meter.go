// Package meter measures how much processor and memory the process trees of runs use, and keeps the last five minutes
// of it. It reports a tree that passes its limit; it ends nothing.
package meter

import (
	"context"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/run"
)

// How often the trees are measured. Looking at all of them costs a millisecond. So while nobody watches and the free
// memory of the machine doesn't shrink, which it must if a tree grows, it is done rarely.
const (
	tick       = time.Second
	tickNear   = 200 * time.Millisecond // once a tree has used half of its limit
	rest       = 5 * time.Second        // measured at least this often
	watchedFor = 5 * time.Second        // figures stay fresh for this long after somebody asked for them
)

// Usage is what the tree of a run used when last measured.
type Usage struct {
	CPU       float64 // percent of a core since the look before
	Memory    int64   // bytes
	Processes int
}

type measured struct {
	Usage
	spent time.Duration
	at    time.Time
}

// Subject is a run to measure.
type Subject struct {
	Ref   app.Ref
	Run   *run.Run
	Limit int64 // bytes; 0 = none
}

// Source says what is measured, and hears of trees that pass their limit.
type Source interface {
	// Living returns the runs that live.
	Living() []Subject
	// OverLimit is called each time that a tree is found to use more than its limit.
	OverLimit(s Subject, memory int64)
}

// Meter keeps what the trees of servers and tasks use. Its methods may be called at once.
type Meter struct {
	mu      sync.Mutex
	asked   time.Time // when somebody last asked for a usage
	now     map[app.Ref]measured
	samples map[app.Ref]*samples
}

// New returns a meter that has measured nothing. Run has it measure.
func New() *Meter { return &Meter{now: map[app.Ref]measured{}, samples: map[app.Ref]*samples{}} }

// Usage returns what a server or task uses; zero if it doesn't run.
func (m *Meter) Usage(ref app.Ref) Usage {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = time.Now()
	return m.now[ref].Usage
}

// Past returns what a server or task used in the last five minutes, the oldest sample first; nil if it never ran.
func (m *Meter) Past(ref app.Ref) []app.Sample {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.samples[ref]; s != nil {
		return s.list(tickOf(time.Now()))
	}
	return nil
}

// Ended notes that a run has ended: it uses nothing any more.
func (m *Meter) Ended(ref app.Ref) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.now, ref)
}

// Forget drops all that is known of a server or task.
func (m *Meter) Forget(ref app.Ref) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.now, ref)
	delete(m.samples, ref)
}

// Run measures until ctx ends.
func (m *Meter) Run(ctx context.Context, from Source) {
	look := run.NewLook()
	next := time.NewTimer(tick)
	defer next.Stop()
	var last lastLook
	for {
		select {
		case <-next.C:
		case <-ctx.Done():
			return
		}
		if m.due(last) {
			last = m.measure(look, from)
		}
		if last.near {
			next.Reset(tickNear)
		} else {
			next.Reset(tick)
		}
	}
}

// lastLook is what is known since the last measurement.
type lastLook struct {
	at       time.Time
	near     bool  // a tree has used half of its limit
	headroom int64 // the least that any tree may still grow, bytes
	free     int64 // of the machine's memory, bytes; 0 = not known
}

// due reports whether the trees have to be measured now. A tree can't have passed its limit while the free memory of
// the machine has not shrunk by half of what that takes.
func (m *Meter) due(l lastLook) bool {
	if l.near || l.free == 0 || time.Since(l.at) >= rest {
		return true
	}
	if l.free-run.FreeMemory() > l.headroom/2 {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return time.Since(m.asked) < watchedFor
}

// measure looks once.
func (m *Meter) measure(look *run.Look, from Source) lastLook {
	l := lastLook{at: time.Now(), headroom: 1 << 40, free: run.FreeMemory()}
	living := map[int]Subject{}
	holders := []int{}
	for _, s := range from.Living() {
		pid := s.Run.Record().Holder.PID
		living[pid] = s
		holders = append(holders, pid)
	}
	if len(holders) == 0 {
		return l
	}
	trees, err := look.Trees(holders)
	if err != nil {
		return lastLook{}
	}
	for holder, members := range trees {
		s := living[holder]
		s.Run.Saw(members)
		memory := m.charge(s.Ref, members)
		if s.Limit > 0 {
			l.near = l.near || memory > s.Limit/2
			l.headroom = min(l.headroom, s.Limit-memory)
		}
		if s.Limit > 0 && memory > s.Limit {
			from.OverLimit(s, memory)
		}
	}
	return l
}

// charge notes what a tree uses, and returns its memory.
func (m *Meter) charge(ref app.Ref, members []run.Proc) int64 {
	u := measured{Usage: Usage{Processes: len(members)}, at: time.Now()}
	for _, p := range members {
		u.Memory += p.RSS
		u.spent += p.CPU
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if before := m.now[ref]; !before.at.IsZero() && u.spent >= before.spent {
		u.CPU = 100 * float64(u.spent-before.spent) / float64(u.at.Sub(before.at))
	}
	m.now[ref] = u
	if m.samples[ref] == nil {
		m.samples[ref] = &samples{}
	}
	m.samples[ref].add(u)
	return u.Memory
}
