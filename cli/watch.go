package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"

	"devservers/app"
)

// watch tells show, live, what servers wait for. It is a help for the eye: when the stream fails nothing is lost.
func (p *program) watch(ctx context.Context, c *client, labels map[app.Ref]string, show *progress) {
	body, err := c.stream(ctx, "/api/status/stream", nil)
	if err != nil {
		return
	}
	defer body.Close()
	_ = events(body, func(data []byte) {
		var all []app.Status
		_ = json.Unmarshal(data, &all) // the last event, that the manager stops, holds none
		for _, st := range all {
			if label, ok := labels[st.Ref()]; ok {
				show.say(label, plain(waitsFor(st)))
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

// events calls yield with the data of each event of an event stream (HTML standard, 9.2.6).
func events(stream io.Reader, yield func(data []byte)) error {
	lines := bufio.NewScanner(stream)
	lines.Buffer(make([]byte, 0, 64<<10), 16<<20)
	var data bytes.Buffer
	for lines.Scan() {
		line := lines.Text()
		if value, ok := strings.CutPrefix(line, "data:"); ok {
			data.WriteString(strings.TrimPrefix(value, " ") + "\n")
		}
		if line == "" && data.Len() > 0 {
			yield(data.Bytes())
			data.Reset()
		}
	}
	return lines.Err()
}
