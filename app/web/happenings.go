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

// HappeningMark is an event of a followed stream that tells of no happening.
type HappeningMark struct {
	Number int64  `json:"number"`         // of the last happening up to here: ask for those after it to go on
	Left   string `json:"left,omitempty"` // in words: what was left out
}

// happenings answers with what happened, or streams it. A client that comes again with the id of the last event that it has got goes on behind that.
func (s *Server) happenings(w http.ResponseWriter, r *http.Request) error {
	q := query{values: r.URL.Query()}
	ask := app.HappeningQuery{Targets: q.list("target"), Events: q.list("event"), Since: q.moment("since"), After: q.seq("after"), Limit: q.count("limit")}
	for _, event := range ask.Events {
		if !slices.Contains(app.Happens(), event) {
			q.fail("event", "it is of "+strings.Join(app.Happens(), ", "))
		}
	}
	follow := q.flag("follow")
	if err := q.done(); err != nil {
		return err
	}
	if !follow {
		return answer(w, http.StatusOK, s.sup.Happenings(ask))
	}
	if last, err := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64); err == nil && last > 0 {
		ask.After = last
	}
	return s.followHappenings(w, r, ask)
}

func (s *Server) followHappenings(w http.ResponseWriter, r *http.Request, ask app.HappeningQuery) error {
	err := s.serveEvents(w, r, func(ctx context.Context, publish func(*sse.Event)) {
		first := true
		_ = s.sup.FollowHappenings(ctx, ask, func(page app.HappeningPage) error {
			publishPage(page, first, publish)
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

func publishPage(page app.HappeningPage, first bool, publish func(*sse.Event)) {
	for _, h := range page.Happenings {
		publish(numbered("happening", h.Number, h))
	}
	if first || page.Left != "" {
		publish(numbered("mark", page.Last, HappeningMark{Number: page.Last, Left: page.Left}))
	}
}

// numbered is an event of a happening's number.
func numbered(name string, number int64, v any) *sse.Event {
	data, _ := json.Marshal(v)
	return &sse.Event{ID: []byte(strconv.FormatInt(number, 10)), Event: []byte(name), Data: encodeEvent(string(data))}
}
