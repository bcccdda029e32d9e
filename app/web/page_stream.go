package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"devservers/app"
	"devservers/views"
)

// pageStream is the one event stream of a page, with all that its frame and its parts need.
type pageStream struct {
	streams
	frame frame
	cards cards
	lines logPages
}

// serve streams the frame, and what the page asks for with `on`.
func (p pageStream) serve(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	feeds := []feed{p.frameFeed(q)}
	if slices.Contains(q["on"], "cards") {
		feeds = append(feeds, p.cardFeed(q.Get("project")))
	}
	if slices.Contains(q["on"], "logs") {
		feeds = append(feeds, p.lines.feed(q))
	}
	return p.streams.serve(w, r, feeds...)
}

// changes remembers what was sent under a name, so that only what changed is sent.
type changes map[string]string

// note notes what is sent under a name now, and reports whether it is new.
func (c changes) note(name, now string) bool {
	before, known := c[name]
	c[name] = now
	return !known || before != now
}

// projectsOf returns the project with this id, or all.
func projectsOf(all []app.ProjectView, id string) []app.ProjectView {
	if id == "" {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(p app.ProjectView) bool { return p.ID != id })
}

// frameRefresh is how often the frame is drawn without a change: a devservers.yml may have been edited.
const frameRefresh = 3 * time.Second

// frameFeed updates the frame: the sidebar, the title and the icon.
func (p pageStream) frameFeed(q url.Values) feed {
	return func(ctx context.Context, _ string, emit func(message)) {
		sent := changes{}
		p.onChange(ctx, func() time.Duration {
			emitFrame(ctx, p.frame.of(q.Get("project"), q.Get("title"), q.Get("active")), sent, emit)
			return frameRefresh
		})
	}
}

// emitFrame sends the parts of the frame that changed.
func emitFrame(ctx context.Context, v views.ShellView, sent changes, emit func(message)) {
	if tab := views.TabOf(v.Title, v.Trouble).JSON(); sent.note("tab", tab) {
		emit(message{event: "tab", data: tab})
	}
	if len(v.Projects) < 2 {
		return
	}
	if side := draw(ctx, views.Side(v)); sent.note("side", side) {
		emit(message{data: side})
	}
}
