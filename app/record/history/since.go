package history

import (
	"slices"
	"time"

	"devservers/app"
)

// EndedSince reports whether a server ended by itself after a moment. Tasks are meant to end.
func (r Subject) EndedSince(at time.Time) bool {
	return r.Run != nil && !r.Kind.IsTask() && r.EndedByItself && r.EndedAt.After(at)
}

// StartedSince reports whether the run is newer than a moment.
func (r Subject) StartedSince(at time.Time) bool { return r.StartedAt != nil && r.StartedAt.After(at) }

// FailedBefore reports whether the server had failed before a moment and has not been started since: its errors are
// those of the code from before.
func (r Subject) FailedBefore(at time.Time) bool {
	return r.State == app.Failed && (r.EndedAt == nil || r.EndedAt.Before(at))
}

// BadBefore reports whether the server had failed, or was failing, before a moment.
func (r Subject) BadBefore(at time.Time) bool {
	return r.FailedBefore(at) || r.State == app.Failing && r.Since.Before(at)
}

// eventsShown is how many errors of one look at the output become events of their own.
const eventsShown = 20

// ErrorEvents completes events about errors of a run that came or were fixed, if they changed after a line.
func (r Subject) ErrorEvents(run string, news []app.Event, after int64) (list []app.Event) {
	news = slices.DeleteFunc(news, func(h app.Event) bool { return h.Error.Changed <= after })
	shown, all := map[bool]int{}, map[bool]int{} // by Fixed
	for _, h := range news {
		all[h.Error.Fixed]++
	}
	for _, h := range news {
		x := h.Error
		h = app.Event{Event: app.EventError, Project: r.Ref.Project, Server: r.Ref.String(), Kind: r.Kind, Time: x.LastAt,
			Run: run, Message: x.Message, Error: x}
		if x.Fixed {
			h.Event, h.Time = app.EventFixed, *x.FixedAt
		}
		if shown[x.Fixed]++; shown[x.Fixed] == eventsShown {
			h.More = all[x.Fixed] - eventsShown
		}
		if shown[x.Fixed] <= eventsShown {
			list = append(list, h)
		}
	}
	return list
}
