package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/r3labs/sse/v2"

	"devservers/app"
)

// EventMark is a message of a followed stream that carries no event.
type EventMark struct {
	Number int64  `json:"number"`         // of the last event up to here: continue after it
	Left   string `json:"left,omitempty"` // in words: what was left out
}

// events answers with a page of events, or streams them. A client that reconnects with Last-Event-ID continues after that event.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	return s.answerEvents(w, r, "event", func(page app.EventPage) any { return page })
}

// happenings is events by its old name and in its old words, for one version.
func (s *Server) happenings(w http.ResponseWriter, r *http.Request) error {
	return s.answerEvents(w, r, "happening", func(page app.EventPage) any {
		return struct {
			Events []app.Event `json:"happenings"`
			Last   int64       `json:"last"`
			Left   string      `json:"left,omitempty"`
		}(page)
	})
}

// answerEvents names each message of a stream name, and shapes a page by body.
func (s *Server) answerEvents(w http.ResponseWriter, r *http.Request, name string, body func(app.EventPage) any) error {
	q := query{values: r.URL.Query()}
	ask := app.EventQuery{Targets: q.list("target"), Events: q.list("event"), Since: q.moment("since"), After: q.seq("after"), Limit: q.count("limit")}
	for _, event := range ask.Events {
		if !slices.Contains(app.EventKinds(), event) {
			q.fail("event", "it is of "+strings.Join(app.EventKinds(), ", "))
		}
	}
	follow := q.flag("follow")
	if err := q.done(); err != nil {
		return err
	}
	if !follow {
		return answer(w, http.StatusOK, body(s.sup.Events(ask)))
	}
	if last, err := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64); err == nil && last > 0 {
		ask.After = last
	}
	return s.followEvents(w, r, ask, name)
}

func (s *Server) followEvents(w http.ResponseWriter, r *http.Request, ask app.EventQuery, name string) error {
	err := s.serveEvents(w, r, func(ctx context.Context, publish func(*sse.Event)) {
		first := true
		_ = s.sup.FollowEvents(ctx, ask, func(page app.EventPage) error {
			publishPage(page, name, first, publish)
			first = false
			return nil
		})
	})
	if err != nil || s.base.Err() == nil {
		return err
	}
	_, err = fmt.Fprint(w, "event: shutdown\ndata: {}\n\n")
	return gone(err)
}

func publishPage(page app.EventPage, name string, first bool, publish func(*sse.Event)) {
	for _, h := range page.Events {
		publish(numbered(name, h.Number, h))
	}
	if first || page.Left != "" {
		publish(numbered("mark", page.Last, EventMark{Number: page.Last, Left: page.Left}))
	}
}

// numbered returns a message whose id is the number of an event.
func numbered(name string, number int64, v any) *sse.Event {
	data, _ := json.Marshal(v)
	return &sse.Event{ID: []byte(strconv.FormatInt(number, 10)), Event: []byte(name), Data: encodeEvent(string(data))}
}
