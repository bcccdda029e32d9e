package cli

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"

	"devservers/app"
	"devservers/cli/client"
)

// followEvents prints events until the person ends it, which isn't a failure. The number of the last event says where
// the next manager continues.
func (p *program) followEvents(ctx context.Context, c *client.Client, query url.Values, show *eventView) error {
	f := &client.Following{Client: c, Path: "/api/events", Query: query, Absent: p.managerAway}
	f.Stream = func(ctx context.Context) (over bool, err error) {
		body, err := c.Stream(ctx, f.Path, query)
		if err != nil {
			return false, err
		}
		defer body.Close()
		return false, client.Events(body, func(data []byte) {
			var e struct {
				app.Event
				Left string `json:"left"`
			}
			if json.Unmarshal(data, &e) != nil || e.Number == 0 { // the manager ends
				return
			}
			show.left(e.Left)
			if e.Event.Event != "" {
				show.line(e.Event)
			}
			query.Set("after", strconv.FormatInt(e.Number, 10))
			query.Del("limit")
			query.Del("since")
		})
	}
	return f.Run(ctx)
}
