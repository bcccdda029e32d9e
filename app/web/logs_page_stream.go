package web

import (
	"bytes"
	"context"
	"net/url"

	"devservers/app"
	"devservers/views"
)

// logFeed sends the lines that come after a page of logs, in batches, as events named log; q is the page's stream
// address. The cursor of each is where the next one goes on, so that nothing is lost or doubled when the stream was
// cut or the manager is another one.
func (s *Server) logFeed(q url.Values) feed {
	return func(ctx context.Context, resume string, emit func(message)) {
		ask, err := url.ParseQuery(q.Get("logs"))
		if err != nil {
			return
		}
		if resume == "" {
			resume = q.Get("logs-after")
		}
		l := s.logsOf(q.Get("project"), ask)
		if at, err := app.ParseMergeCursor(resume); err == nil {
			l.query.At = at
		}
		if l.view.Problem != "" {
			return
		}
		_ = s.reader.FollowMerged(ctx, l.query, func(p app.MergedPage) error { // ends with ctx only: the filter was checked
			text, err := l.batch(ctx, p)
			if err == nil {
				emit(message{event: "log", data: text, cursor: p.After.String()})
			}
			return err
		})
	}
}

// batch draws what came. A server that the page does not know was declared since.
func (l *logsAsked) batch(ctx context.Context, p app.MergedPage) (string, error) {
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
