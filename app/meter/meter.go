// Package meter measures the CPU and memory use of the process trees of runs, and keeps the last five minutes of it. It
// reports a tree that exceeds its limit; it does not end it.
package meter

import (
	"context"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/process"
	"devservers/app/run"
)

// Intervals of the measurements. Measuring all trees takes a millisecond. It is done rarely while nobody watches and
// the machine's free memory doesn't shrink, as it must if a tree grows.
const (
	tick       = time.Second
	tickNear   = 200 * time.Millisecond // once a tree has used half of its limit
	rest       = 5 * time.Second        // measured at least this often
	watchedFor = 5 * time.Second        // figures stay fresh for this long after somebody requested them
)

// Usage is what a run's process tree used when last measured.
type Usage struct {
	CPU       float64 // percent of one core since the measurement before
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
	Warn  int64 // bytes; 0 = never
	// Warned is true if its use was reported by Heavy.
	Warned bool
}

// Source provides the runs to measure, and receives reports of trees that exceed their limit.
type Source interface {
	// Living returns the living runs.
	Living() []Subject
	// OverLimit is called each time that a measured tree exceeds its limit.
	OverLimit(s Subject, use Memory)
	// Heavy is called when a tree that was not Warned uses more than Warn, but not more than its limit.
	Heavy(s Subject, use Memory)
}

// Meter holds the usage of servers and tasks. Its methods are safe for concurrent use.
type Meter struct {
	mu      sync.Mutex
	watched time.Time // when somebody last requested a usage
	now     map[app.Ref]measured
	samples map[app.Ref]*samples
	counted map[*run.Run]counted // used by Run only
}

// New returns a meter that has measured nothing. Call Run to start it.
func New() *Meter {
	return &Meter{now: map[app.Ref]measured{}, samples: map[app.Ref]*samples{}, counted: map[*run.Run]counted{}}
}

// Usage returns the usage of a server or task; zero if it doesn't run.
func (m *Meter) Usage(ref app.Ref) Usage {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watched = time.Now()
	return m.now[ref].Usage
}

// Past returns the usage of a server or task in the last five minutes, oldest sample first; nil if it never ran.
func (m *Meter) Past(ref app.Ref) []app.Sample {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.samples[ref]; s != nil {
		return s.list(tickOf(time.Now()))
	}
	return nil
}

// Ended records that a run has ended and uses nothing any more.
func (m *Meter) Ended(ref app.Ref) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.now, ref)
}

// Forget drops all data of a server or task.
func (m *Meter) Forget(ref app.Ref) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.now, ref)
	delete(m.samples, ref)
}

// Run measures until ctx ends.
func (m *Meter) Run(ctx context.Context, from Source) {
	look := process.NewLook()
	var last lastLook
	for pause := tick; app.Pause(ctx, pause); {
		if m.due(last) {
			last = m.measure(look, from)
		}
		if pause = tick; last.near {
			pause = tickNear
		}
	}
}

// lastLook is the result of the last measurement.
type lastLook struct {
	at       time.Time
	near     bool  // a tree has used half of its limit
	headroom int64 // the least that any tree may still grow, in bytes
	free     int64 // of the machine's memory, bytes; 0 = not known
}

// due reports whether the trees must be measured now. No tree can have exceeded its limit unless the machine's free
// memory has shrunk by at least half of what that takes.
func (m *Meter) due(l lastLook) bool {
	if l.near || l.free == 0 || time.Since(l.at) >= rest {
		return true
	}
	if l.free-process.FreeMemory() > l.headroom/2 {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return time.Since(m.watched) < watchedFor
}

// measure measures all trees once.
func (m *Meter) measure(look *process.Look, from Source) lastLook {
	l := lastLook{at: time.Now(), headroom: 1 << 40, free: process.FreeMemory()}
	living := map[int]Subject{}
	holders := []int{}
	for _, s := range from.Living() {
		pid := s.Run.Record().Holder.PID
		living[pid] = s
		holders = append(holders, pid)
	}
	m.forgetCounts(living)
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
		use := m.count(s, members)
		m.charge(s.Ref, members, use.Bytes)
		if s.Limit > 0 {
			l.near = l.near || use.Bytes > s.Limit/2
			l.headroom = min(l.headroom, s.Limit-use.Bytes)
		}
		s.report(members, use, from)
	}
	return l
}

// charge records the usage of a tree.
func (m *Meter) charge(ref app.Ref, members []process.Proc, memory int64) {
	u := measured{Usage: Usage{Processes: len(members), Memory: memory}, at: time.Now()}
	for _, p := range members {
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
}
