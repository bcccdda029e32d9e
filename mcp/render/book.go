package render

import (
	"maps"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/home"
)

// Results holds data about runs of tasks beyond their records. Its methods are safe for concurrent use.
type Results struct {
	store *home.Store[map[string]task] // by project/name
}

type task struct {
	Last int             `json:"last"` // the number of the newest run
	Runs map[string]note `json:"runs"` // by id
}

type note struct {
	Number int       `json:"number"`
	Read   bool      `json:"read,omitempty"`  // its result
	Until  time.Time `json:"until,omitzero"`  // its time limit
	Limit  string    `json:"limit,omitempty"` // the same, in words
}

// OpenResults reads the book. If the file is damaged, numbers begin again and all results are new.
func OpenResults(file string) *Results {
	return &Results{home.OpenStore[map[string]task](file, home.WriteFast)}
}

// Keep numbers the kept runs of a task, whose ids come oldest first, and forgets all others.
func (b *Results) Keep(ref app.Ref, ids []string) {
	known := b.store.Get()[ref.String()]
	isNew := func(id string) bool { _, ok := known.Runs[id]; return !ok }
	if len(known.Runs) == len(ids) && !slices.ContainsFunc(ids, isNew) {
		return
	}
	b.change(ref, func(t *task) {
		maps.DeleteFunc(t.Runs, func(id string, _ note) bool { return !slices.Contains(ids, id) })
		for _, id := range ids {
			if _, ok := t.Runs[id]; !ok {
				t.Last++
				t.Runs[id] = note{Number: t.Last}
			}
		}
	})
}

// change changes a task and saves it. What can't be saved stays as it was: a number is then given later.
func (b *Results) change(ref app.Ref, change func(*task)) {
	_ = b.store.Change(func(all *map[string]task) error {
		if *all == nil {
			*all = map[string]task{}
		}
		t := (*all)[ref.String()]
		if t.Runs == nil {
			t.Runs = map[string]note{}
		}
		change(&t)
		(*all)[ref.String()] = t
		return nil
	})
}

func (b *Results) of(ref app.Ref, id string) note { return b.store.Get()[ref.String()].Runs[id] }

// Number returns the number of a run of a task; 0 if it has none.
func (b *Results) Number(ref app.Ref, id string) int { return b.of(ref, id).Number }

// IsNew reports whether nobody has read the result of a run of a task.
func (b *Results) IsNew(ref app.Ref, id string) bool {
	n := b.of(ref, id)
	return n.Number > 0 && !n.Read
}

// Read notes that the result of a run has been read.
func (b *Results) Read(ref app.Ref, id string) {
	if b.IsNew(ref, id) {
		b.note(ref, id, func(n *note) { n.Read = true })
	}
}

// Limit notes when a run is to be ended, in words too.
func (b *Results) Limit(ref app.Ref, id string, until time.Time, limit string) {
	b.note(ref, id, func(n *note) { n.Until, n.Limit = until, limit })
}

func (b *Results) note(ref app.Ref, id string, change func(*note)) {
	b.change(ref, func(t *task) {
		n := t.Runs[id]
		change(&n)
		t.Runs[id] = n
	})
}

// LimitOf returns the time limit of a run in words; "" if it has none.
func (b *Results) LimitOf(ref app.Ref, id string) string { return b.of(ref, id).Limit }

// Limited is a run with a time limit.
type Limited struct {
	Task, Run string
	Until     time.Time
}

// Limits returns the runs that have a time limit, also the ones that are over.
func (b *Results) Limits() (list []Limited) {
	for name, t := range b.store.Get() {
		for id, n := range t.Runs {
			if !n.Until.IsZero() {
				list = append(list, Limited{Task: name, Run: id, Until: n.Until})
			}
		}
	}
	return list
}

// Limiter calls end for each run with a time limit when that is over.
type Limiter struct {
	end func(Limited)

	mu     sync.Mutex
	timers []*time.Timer
	closed bool
}

// NewLimiter returns a Limiter for the runs in the book.
func NewLimiter(b *Results, end func(Limited)) *Limiter {
	l := &Limiter{end: end}
	for _, one := range b.Limits() {
		l.Add(one)
	}
	return l
}

// Add adds a run.
func (l *Limiter) Add(one Limited) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.timers = append(l.timers, time.AfterFunc(time.Until(one.Until), func() { l.end(one) }))
	}
}

// Close ends no more runs: the next manager does.
func (l *Limiter) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for _, t := range l.timers {
		t.Stop()
	}
}
