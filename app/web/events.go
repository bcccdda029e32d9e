package web

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/r3labs/sse/v2"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/supervisor"
	"devservers/app/web/wire"
)

// EventMark is a message of a followed stream that carries no event.
type EventMark struct {
	Number int64  `json:"number"`         // of the last event up to here: continue after it
	Left   string `json:"left,omitempty"` // in words: what was left out
}

// eventAPI answers with events and streams them.
type eventAPI struct {
	sup     *supervisor.Supervisor
	streams wire.Streams
}

// statuses streams the statuses of all servers and tasks. The last event before the manager stops is named shutdown.
func (s eventAPI) statuses(w http.ResponseWriter, r *http.Request) error {
	return s.streams.Ended(w, s.streams.Serve(w, r, s.feed), "id: "+s.streams.Epoch()+"-end\n")
}

// list answers with a page of events, or streams them. A client that reconnects with Last-Event-ID continues after that
// event.
func (s eventAPI) list(w http.ResponseWriter, r *http.Request) error {
	q := wire.NewParameters(r.URL.Query())
	ask := app.EventQuery{Targets: q.List("target"), Events: q.List("event"), Since: q.Moment("since"),
		After: q.Seq("after"), Limit: q.Count("limit")}
	for _, event := range ask.Events {
		if !slices.Contains(app.EventKinds(), event) {
			q.Fail("event", "it is "+words.Or(app.EventKinds()))
		}
	}
	follow := q.Flag("follow")
	if err := q.Done(); err != nil {
		return err
	}
	if !follow {
		return wire.WriteJSON(w, http.StatusOK, s.sup.Events.Page(ask))
	}
	if last, err := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64); err == nil && last > 0 {
		ask.After = last
	}
	return s.follow(w, r, ask)
}

func (s eventAPI) follow(w http.ResponseWriter, r *http.Request, ask app.EventQuery) error {
	err := wire.SSE(w, r, func(ctx context.Context, publish func(*sse.Event)) {
		first := true
		_ = s.sup.Events.Follow(ctx, s.sup.Changes(ctx), ask, func(page app.EventPage) error {
			publishPage(page, first, publish)
			first = false
			return nil
		})
	})
	return s.streams.Ended(w, err, "")
}

func publishPage(page app.EventPage, first bool, publish func(*sse.Event)) {
	for _, h := range page.Events {
		publish(numbered("event", h.Number, h))
	}
	if first || page.Left != "" {
		publish(numbered("mark", page.Last, EventMark{Number: page.Last, Left: page.Left}))
	}
}

// numbered returns a message whose id is the number of an event.
func numbered(name string, number int64, v any) *sse.Event {
	data, _ := json.Marshal(v)
	return &sse.Event{ID: []byte(strconv.FormatInt(number, 10)), Event: []byte(name), Data: wire.Encode(string(data))}
}

// feed is the feed of the statuses of all servers and tasks: the current ones immediately, and again after every
// change. A message is a whole list rather than a change, so that none can be missed and ten together are one.
func (s eventAPI) feed(ctx context.Context, _ string, emit func(wire.Message)) {
	var last []byte
	for range s.sup.Changes(ctx) {
		if now, err := json.Marshal(app.Statuses(s.sup.Projects())); err == nil && !bytes.Equal(now, last) {
			last = now
			emit(wire.Message{Event: "statuses", Data: string(now)})
		}
		if !app.Pause(ctx, wire.StreamPause) {
			return
		}
	}
}
