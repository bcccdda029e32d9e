package health

import (
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/run"
)

// Intervals of the measurements. Measuring 50 trees takes some milliseconds. It is done rarely while nobody watches and
// the machine's free memory doesn't shrink, as it must if a tree grows.
const (
	tick       = time.Second
	tickNear   = 200 * time.Millisecond // once a tree has used half of its limit
	tickFar    = 4 * time.Second        // while no tree can reach its limit sooner
	meterRest  = 4 * time.Second        // measured at least this often while processes begin or end
	longRest   = 32 * time.Second       // the same while none do
	watchedFor = 5 * time.Second        // figures stay fresh for this long after somebody requested them
)

// fastest is more than a tree is expected to grow in a second, in bytes.
const fastest = 4 << 30

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
	since time.Time // what CPU is the mean of began then
}

// Metered is a run to measure.
type Metered struct {
	Ref   app.Ref
	Run   *run.Run
	Limit int64 // bytes; 0 = none
	Warn  int64 // bytes; 0 = never
	// Warned is true if its use was reported by Heavy.
	Warned bool
}

// Trees provides the runs to measure, and receives reports of trees that exceed their limit.
type Trees interface {
	// Living returns the living runs.
	Living() []Metered
	// OverLimit is called each time that a measured tree exceeds its limit.
	OverLimit(s Metered, use Memory)
	// Heavy is called when a tree that was not Warned uses more than Warn, but not more than its limit.
	Heavy(s Metered, use Memory)
}

// Meter holds the usage of servers and tasks. Its methods are safe for concurrent use.
type Meter struct {
	from  Trees
	woken chan struct{} // holds one signal at most: somebody watches from now on

	work    sync.Mutex // held while it measures, for the next three
	look    *process.Look
	last    lastLook
	counted map[*run.Run]counted

	mu      sync.Mutex
	watched time.Time // when somebody last requested a usage
	now     map[app.Ref]measured
	samples map[app.Ref]*samples
}

// NewMeter returns a meter that has measured nothing. Call Run to start it.
func NewMeter(from Trees) *Meter {
	return &Meter{from: from, woken: make(chan struct{}, 1), look: process.NewLook(), now: map[app.Ref]measured{},
		samples: map[app.Ref]*samples{}, counted: map[*run.Run]counted{}}
}

// Usage returns the usage of a server or task when last measured; zero if it doesn't run.
func (m *Meter) Usage(ref app.Ref) Usage {
	m.mu.Lock()
	defer m.mu.Unlock()
	before := m.watched
	if m.watched = time.Now(); m.watched.Sub(before) >= watchedFor {
		select {
		case m.woken <- struct{}{}:
		default:
		}
	}
	return m.now[ref].Usage
}

// Fresh measures now if the last measurement is no longer fresh. Source's lock must not be held.
func (m *Meter) Fresh() {
	m.work.Lock()
	defer m.work.Unlock()
	if time.Since(m.last.at) >= watchedFor {
		m.measure(m.from.Living())
	}
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

// charge records the usage of a tree.
func (m *Meter) charge(ref app.Ref, members []process.Proc, memory int64) {
	now := time.Now()
	u := measured{Usage: Usage{Processes: len(members), Memory: memory}, at: now, since: now}
	for _, p := range members {
		u.spent += p.CPU
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if before := m.now[ref]; !before.at.IsZero() {
		u.since = before.at
		u.CPU = 100 * float64(max(0, u.spent-before.spent)) / float64(u.at.Sub(before.at))
	}
	m.now[ref] = u
	if m.samples[ref] == nil {
		m.samples[ref] = &samples{}
	}
	m.samples[ref].add(u)
}

// Memory returns the memory of a server or task when last measured, in bytes. Unlike Usage, it makes no figures fresh.
func (m *Meter) Memory(ref app.Ref) int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now[ref].Memory
}

// How much usage history is kept: five minutes, with a sample every five seconds.
const (
	sampleEvery = 5 * time.Second
	samplesKept = 60
)

// samples holds the last five minutes of one server.
type samples struct {
	ring [samplesKept]app.Sample
	tick int64 // the number of the last one, counted from the clock's zero
}

func tickOf(t time.Time) int64 { return t.UnixNano() / int64(sampleEvery) }

// add adds a measurement to the samples of the time since the one before, which its CPU is the mean of.
func (p *samples) add(u measured) {
	now := tickOf(u.at)
	p.forward(now)
	for t := min(now, max(tickOf(u.since)+1, now-samplesKept+1)); t <= now; t++ {
		s := &p.ring[t%samplesKept]
		s.CPU, s.Memory = max(s.CPU, u.CPU), max(s.Memory, u.Memory)
	}
}

// forward empties the samples between the last one and now.
func (p *samples) forward(now int64) {
	if now-p.tick >= samplesKept {
		p.ring = [samplesKept]app.Sample{}
	} else {
		for t := p.tick + 1; t <= now; t++ {
			p.ring[t%samplesKept] = app.Sample{}
		}
	}
	p.tick = max(p.tick, now)
}

// list returns the samples up to now, oldest first.
func (p *samples) list(now int64) []app.Sample {
	p.forward(now)
	list := make([]app.Sample, 0, samplesKept)
	for t := p.tick - samplesKept + 1; t <= p.tick; t++ {
		list = append(list, p.ring[t%samplesKept])
	}
	return list
}
