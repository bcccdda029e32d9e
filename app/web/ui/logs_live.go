package ui

import (
	"bytes"
	"context"
	"net/url"

	"devservers/app"
	"devservers/app/web/stream"
	"devservers/views"
)

// feed sends the lines that follow a page of logs, in batches, as events named log. q is the page's stream address. The
// cursor of each batch is where the next one begins, so that no line is lost or doubled when the connection breaks or
// the manager is replaced.
func (p Logs) feed(q url.Values) stream.Feed {
	return func(ctx context.Context, resume string, emit func(stream.Message)) {
		ask, err := url.ParseQuery(q.Get("logs"))
		if err != nil {
			return
		}
		if resume == "" {
			resume = q.Get("logs-after")
		}
		l := p.read(q.Get("project"), ask)
		if at, err := app.ParseMergeCursor(resume); err == nil {
			l.query.At = at
		}
		if l.view.Problem != "" {
			return
		}
		_ = p.reader.FollowMerged(ctx, l.query, func(page app.MergedPage) error { // ends with ctx only: the filter was checked
			text, err := l.batch(ctx, page)
			if err == nil {
				emit(stream.Message{Event: "log", Data: text, Cursor: page.After.String()})
			}
			return err
		})
	}
}

// batch draws new lines. A server that the page does not know has been declared since.
func (l *logsRequest) batch(ctx context.Context, p app.MergedPage) (string, error) {
	for _, line := range p.Lines {
		if _, known := l.view.Look.Servers[line.Server]; !known {
			l.servers(one(l.query.Projects))
			break
		}
	}
	var out bytes.Buffer
	err := views.LogsChunk(l.view.Look, p).Render(ctx, &out)
	return out.String(), err
}

// one is the only element, or "".
func one(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return ""
}
