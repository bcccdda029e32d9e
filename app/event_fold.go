package app

import (
	"slices"
	"time"
)

// FoldEvents returns the first event with those that belong to it, and the other ones: crashes of a server that its
// restarts led to, or the verdicts on one edit. There has to be an event.
func FoldEvents(events []Event) (list, rest []Event) {
	if events[0].Event == EventEdit {
		return verdicts(events)
	}
	return crashes(events)
}

// crashes returns the first event with the crashes of the same server that its restarts led to, and the others, without
// the errors that came with those.
func crashes(events []Event) (list, rest []Event) {
	list, rest = events[:1:1], events[1:]
	if !events[0].Crash() || events[0].Retry == nil {
		return list, rest
	}
	end := 1
	for i, e := range events[1:] {
		if e.Server != events[0].Server {
			continue
		}
		if e.Event == EventStarted && e.Actor != nil && e.Actor.Kind != ActorCrash {
			break
		}
		if e.Crash() {
			list, end = append(list, e), i+2
			if e.Retry == nil {
				break
			}
		}
	}
	rest = slices.DeleteFunc(slices.Clone(events[1:end]), func(e Event) bool {
		return e.Server == events[0].Server && (e.Crash() || e.Event == EventError)
	})
	return list, append(rest, events[end:]...)
}

// editTime is within how much time the verdicts on one edit come.
const editTime = time.Minute

// verdicts returns the first event, a verdict, with those on the same edit of other servers, and the other events.
func verdicts(events []Event) (list, rest []Event) {
	first := events[0]
	for _, e := range events {
		known := func(o Event) bool { return o.Server == e.Server }
		if e.Event == EventEdit && e.Project == first.Project && slices.Equal(e.Files, first.Files) &&
			e.Time.Sub(first.Time) < editTime && !slices.ContainsFunc(list, known) {
			list = append(list, e)
		} else {
			rest = append(rest, e)
		}
	}
	return list, rest
}
