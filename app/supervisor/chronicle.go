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

// keptEvents is how many a manager remembers. They are kept in memory alone.
const keptEvents = 1000

// Limits of one answer about events.
const (
	DefaultEvents = 100
	MaxEvents     = 1000

	messageLength = 500 // characters of one event's message that are kept
)

// chronicle is what happened lately; mu of the Supervisor guards it. It holds each event once, however many read.
type chronicle struct {
	first, next int64       // numbers of the first that ever was, and of the next
	ring        []app.Event // number n stands at (n - first) modulo keptEvents
}

// newChronicle numbers from the moment on in which the manager began, in microseconds, so that a later manager's are higher.
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

// since yields those behind a number, and says how many of them are not kept any more. A number that is not known yet is another
// clock's: all are behind it.
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

// wants reports whether q asks for h.
func wants(q app.EventQuery, h app.Event) bool {
	target := func(t string) bool { return t == h.Project || t == h.Server }
	return (len(q.Targets) == 0 || slices.ContainsFunc(q.Targets, target)) &&
		(len(q.Events) == 0 || slices.Contains(q.Events, h.Event)) && !h.Time.Before(q.Since)
}

// Events returns what happened since the manager began, as far as it is kept.
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
		left = append(left, fmt.Sprintf("%d more have happened, and are not kept any more", lost))
	}
	if n := len(page.Events) - app.Within(q.Limit, DefaultEvents, MaxEvents); n > 0 {
		page.Events = page.Events[n:]
		left = append(left, fmt.Sprintf("%d older ones are left out: ask with a higher limit", n))
	}
	page.Left = strings.Join(left, "; ")
	return page
}

// FollowEvents yields the page that q asks for, then one each time that something of it has happened. Without After, Since
// and Limit it begins now. It ends when ctx ends, whose error it returns, or when yield returns one.
func (s *Supervisor) FollowEvents(ctx context.Context, q app.EventQuery, yield func(app.EventPage) error) error {
	if q.After == 0 && q.Since.IsZero() && q.Limit == 0 {
		q.After = s.Events(app.EventQuery{}).Last
	}
	for first := true; ; first = false {
		changed := s.Changed() // before the look, so that nothing is missed
		page := s.Events(q)
		if first || len(page.Events) > 0 || page.Left != "" {
			if err := yield(page); err != nil {
				return err
			}
		}
		q.After, q.Limit = page.Last, MaxEvents
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
