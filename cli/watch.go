package cli

import (
	"context"
	"encoding/json"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/term"
)

// watch tells show, live, what servers wait for. It is a help for the eye: when the stream fails nothing is lost.
func (p *program) watch(ctx context.Context, c *client.Client, labels map[app.Ref]string, show *term.Progress) {
	body, err := c.Stream(ctx, "/api/status/stream", nil)
	if err != nil {
		return
	}
	defer body.Close()
	_ = client.Events(body, func(data []byte) {
		var all []app.Status
		_ = json.Unmarshal(data, &all) // the last event, that the manager stops, holds none
		for _, st := range all {
			if label, ok := labels[st.Ref()]; ok {
				show.Say(label, term.Plain(waitsFor(st)))
			}
		}
	})
}

func waitsFor(st app.Status) string {
	if st.Reason != "" {
		return st.Reason
	}
	return string(st.State)
}
