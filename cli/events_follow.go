package cli

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"

	"devservers/app"
)

// eventFollower reads what happens on and on. The number of the last event says where it has got to, so that it can go on there
// with the next manager.
type eventFollower struct {
	follower
	show *eventView
}

// followEvents prints what happens until the person ends it: that is no failure.
func (p *program) followEvents(ctx context.Context, c *client, query url.Values, show *eventView) error {
	f := &eventFollower{follower: follower{p: p, c: c, query: query}, show: show}
	return f.keepOn(ctx, f.stream)
}

// stream shows what comes until the manager ends.
func (f *eventFollower) stream(ctx context.Context) error {
	body, err := f.c.stream(ctx, "/api/events", f.query)
	if err != nil {
		return err
	}
	defer body.Close()
	return events(body, func(data []byte) {
		var e struct {
			app.Event
			Left string `json:"left"`
		}
		if json.Unmarshal(data, &e) != nil || e.Number == 0 { // the manager ends
			return
		}
		f.show.left(e.Left)
		if e.Event.Event != "" {
			f.show.line(e.Event)
		}
		f.query.Set("after", strconv.FormatInt(e.Number, 10))
		f.query.Del("limit")
		f.query.Del("since")
	})
}
