package ui

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/supervisor"
	"devservers/app/web/stream"
	"devservers/views"
)

// Live is the one event stream of a page, with all that its frame and its parts need.
type Live struct {
	sup     *supervisor.Supervisor
	streams stream.Streams
	frame   frame
	cards   cards
	lines   Logs
}

// Serve streams the frame, and what the page asks for with `on`.
func (p Live) Serve(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	feeds := []stream.Feed{p.frameFeed(q)}
	if slices.Contains(q["on"], "cards") {
		feeds = append(feeds, p.cardFeed(q.Get("project")))
	}
	if slices.Contains(q["on"], "logs") {
		feeds = append(feeds, p.lines.feed(q))
	}
	return p.streams.Serve(w, r, feeds...)
}

// changes remembers what was sent under a name, so that only what changed is sent.
type changes map[string]string

// note notes what is sent under a name now, and reports whether it is new.
func (c changes) note(name, now string) bool {
	before, known := c[name]
	c[name] = now
	return !known || before != now
}

func projectsOf(all []app.ProjectView, id string) []app.ProjectView {
	if id == "" {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(p app.ProjectView) bool { return p.ID != id })
}

// frameRefresh is how often the frame is drawn without a change: a devservers.yml may have been edited.
const frameRefresh = 3 * time.Second

// frameFeed updates the frame: the sidebar, the title and the icon.
func (p Live) frameFeed(q url.Values) stream.Feed {
	return func(ctx context.Context, _ string, emit func(stream.Message)) {
		sent := changes{}
		p.streams.OnChange(ctx, func() time.Duration {
			emitFrame(ctx, p.frame.of(q.Get("project"), q.Get("title"), q.Get("active")), sent, emit)
			return frameRefresh
		})
	}
}

// emitFrame sends the parts of the frame that changed.
func emitFrame(ctx context.Context, v views.ShellView, sent changes, emit func(stream.Message)) {
	if tab := views.TabOf(v.Title, v.Trouble).JSON(); sent.note("tab", tab) {
		emit(stream.Message{Event: "tab", Data: tab})
	}
	if len(v.Projects) < 2 {
		return
	}
	if side := draw(ctx, views.Side(v)); sent.note("side", side) {
		emit(stream.Message{Data: side})
	}
}
