package supervisor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/words"
)

// keptEvents is how many events a manager keeps, in memory only.
const keptEvents = 1000

// Limits of one answer about events.
const (
	DefaultEvents = 100
	MaxEvents     = 1000

	messageLength = 500 // characters of one event's message that are kept
)

// chronicle holds the last events; mu of the Supervisor guards it.
type chronicle struct {
	first, next int64       // numbers of the first event ever, and of the next one
	ring        []app.Event // number n is at (n - first) modulo keptEvents
}

// newChronicle numbers events from the start of the manager in microseconds, so that those of a later manager are higher.
func newChronicle(began time.Time) chronicle {
	return chronicle{first: began.UnixMicro(), next: began.UnixMicro()}
}

func (c *chronicle) add(h app.Event) {
	h.Number = c.next
	if h.Time.IsZero() {
		h.Time = time.Now()
	}
	h.Message = words.Clip(h.Message, messageLength)
	if len(c.ring) < keptEvents {
		c.ring = append(c.ring, h)
	} else {
		c.ring[(c.next-c.first)%keptEvents] = h
	}
	c.next++
}

// since returns the events after a number, and how many of them are no longer kept. A number in the future is from
// another clock: all events are after it.
func (c *chronicle) since(after int64) (list []app.Event, lost int64) {
	oldest := c.next - int64(len(c.ring))
	if after >= c.next {
		after = 0
	}
	if after > 0 && after+1 >= c.first && after+1 < oldest {
		lost = oldest - after - 1
	}
	for n := max(oldest, after+1); n < c.next; n++ {
		list = append(list, c.ring[(n-c.first)%keptEvents])
	}
	return list, lost
}

// wants reports whether q selects h.
func wants(q app.EventQuery, h app.Event) bool {
	target := func(t string) bool { return t == h.Project || t == h.Server }
	return (len(q.Targets) == 0 || slices.ContainsFunc(q.Targets, target)) &&
		(len(q.Events) == 0 || slices.Contains(q.Events, h.Event)) && !h.Time.Before(q.Since)
}

// Events returns the events that q selects, as far as they are kept.
func (s *Supervisor) Events(q app.EventQuery) app.EventPage {
	s.mu.Lock()
	list, lost := s.events.since(q.After)
	page := app.EventPage{Events: []app.Event{}, Last: s.events.next - 1}
	s.mu.Unlock()
	for _, h := range list {
		if wants(q, h) {
			page.Events = append(page.Events, h)
		}
	}
	var left []string
	if lost > 0 {
		left = append(left, fmt.Sprintf("%d more are no longer kept", lost))
	}
	if n := len(page.Events) - app.Within(q.Limit, DefaultEvents, MaxEvents); n > 0 {
		page.Events = page.Events[n:]
		left = append(left, fmt.Sprintf("%d older ones are left out; a higher limit shows them", n))
	}
	page.Left = strings.Join(left, "; ")
	return page
}

// FollowEvents yields the page of q, then a page for each event that comes. Without After, Since and Limit it begins
// now. It ends when ctx ends, whose error it returns, or with the error of yield.
func (s *Supervisor) FollowEvents(ctx context.Context, q app.EventQuery, yield func(app.EventPage) error) error {
	if q.After == 0 && q.Since.IsZero() && q.Limit == 0 {
		q.After = s.Events(app.EventQuery{}).Last
	}
	first := true
	for range s.Changes(ctx) {
		page := s.Events(q)
		if first || len(page.Events) > 0 || page.Left != "" {
			if err := yield(page); err != nil {
				return err
			}
		}
		first, q.After, q.Limit = false, page.Last, MaxEvents
	}
	return ctx.Err()
}
