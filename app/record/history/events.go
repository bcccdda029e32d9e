package history

import (
	"context"
	"iter"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// keptEvents is how many events a manager keeps, in memory only.
const keptEvents = 1000

// Limits of one page.
const (
	defaultEvents = 100
	MaxEvents     = 1000

	messageLength = 500 // characters of one event's message that are kept
)

// Events holds the last events. Its methods are safe for concurrent use.
type Events struct {
	mu          sync.Mutex
	first, next int64       // numbers of the first event ever and of the next one
	ring        []app.Event // number n is at (n - first) modulo keptEvents
}

// NewEvents returns an empty log. Its numbers begin with the manager's start time in microseconds, so that numbers of a
// later manager are higher.
func NewEvents(began time.Time) *Events {
	return &Events{first: began.UnixMicro(), next: began.UnixMicro()}
}

// Add adds events in their order. An event without a time gets the current time.
func (l *Events) Add(list ...app.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range list {
		l.add(e)
	}
}

func (l *Events) add(e app.Event) {
	e.Number = l.next
	if e.Time.IsZero() {
		e.Time = time.Now()
	}
	e.Message = words.Clip(e.Message, messageLength)
	if len(l.ring) < keptEvents {
		l.ring = append(l.ring, e)
	} else {
		l.ring[(l.next-l.first)%keptEvents] = e
	}
	l.next++
}

// Last returns the number of the newest event.
func (l *Events) Last() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.next - 1
}

// since returns the events after a number, and how many of them are no longer kept. A number in the future comes from
// another clock, so it returns all events.
func (l *Events) since(after int64) (list []app.Event, lost, last int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	oldest := l.next - int64(len(l.ring))
	if after >= l.next {
		after = 0
	}
	if after > 0 && after+1 >= l.first && after+1 < oldest {
		lost = oldest - after - 1
	}
	for n := max(oldest, after+1); n < l.next; n++ {
		list = append(list, l.ring[(n-l.first)%keptEvents])
	}
	return list, lost, l.next - 1
}

func wants(q app.EventQuery, e app.Event) bool {
	target := func(t string) bool { return t == e.Project || t == e.Server }
	return (len(q.Targets) == 0 || slices.ContainsFunc(q.Targets, target)) &&
		(len(q.Events) == 0 || slices.Contains(q.Events, e.Event)) && !e.Time.Before(q.Since)
}

// Page returns the events that q selects, as far as they are still kept.
func (l *Events) Page(q app.EventQuery) app.EventPage {
	list, lost, last := l.since(q.After)
	page := app.EventPage{Events: []app.Event{}, Last: last}
	page.Events = append(page.Events, words.Only(list, func(e app.Event) bool { return wants(q, e) })...)
	older := max(0, len(page.Events)-app.Within(q.Limit, defaultEvents, MaxEvents))
	page.Events = page.Events[older:]
	page.Left = words.EventsLeftOut(older, int(lost))
	return page
}

// Follow yields the page of q, then a page for each new event; changes wakes it. Without After, Since and Limit it
// begins now. It ends when changes or ctx ends, with ctx's error, or with the error of yield.
func (l *Events) Follow(ctx context.Context, changes iter.Seq[struct{}], q app.EventQuery,
	yield func(app.EventPage) error) error {
	if q.After == 0 && q.Since.IsZero() && q.Limit == 0 {
		q.After = l.Last()
	}
	first := true
	for range changes {
		page := l.Page(q)
		if first || len(page.Events) > 0 || page.Left != "" {
			if err := yield(page); err != nil {
				return err
			}
		}
		first, q.After, q.Limit = false, page.Last, MaxEvents
	}
	return ctx.Err()
}
