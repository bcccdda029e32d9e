package pages

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/web/streams"
	"devservers/app/web/wire"
	"devservers/views"
)

// Live is the event stream of pages, with all that their frames and parts need.
type Live struct {
	sup     *supervisor.Supervisor
	streams wire.Streams
	frame   frame
	rows    rows
	lines   streams.Pages
	pages   Pages
	acts    activity
}

// maxPages is how many pages can share a stream.
const maxPages = 64

// Serve streams what a page needs, or what several need that share a stream: each `page` is an id, a colon, and what
// would be the query of that page's own stream. Events then have names that begin with the id and a colon.
func (p Live) Serve(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	shared := q["page"]
	if len(shared) == 0 {
		return p.streams.Serve(w, r, p.feeds(q)...)
	}
	var feeds []wire.Feed
	for _, page := range shared[:min(len(shared), maxPages)] {
		id, query, _ := strings.Cut(page, ":")
		if own, err := url.ParseQuery(query); err == nil {
			for _, f := range p.feeds(own) {
				feeds = append(feeds, named(id, f))
			}
		}
	}
	return p.streams.Serve(w, r, feeds...)
}

// feeds returns the frame, and what a page asks for with `on`.
func (p Live) feeds(q url.Values) []wire.Feed {
	feeds := []wire.Feed{p.frameFeed(q)}
	if slices.Contains(q["on"], "rows") {
		feeds = append(feeds, p.rowFeed(q))
	}
	if slices.Contains(q["on"], "server") {
		feeds = append(feeds, p.serverFeed(q))
	}
	if slices.Contains(q["on"], "activity") {
		feeds = append(feeds, p.acts.feed(p.streams, q))
	}
	if q.Has("logs") { // also on a tab of a server
		feeds = append(feeds, p.lines.Feed(q))
	}
	return feeds
}

// named gives the events of a feed names that begin with a page's id. Such a page has its own cursor.
func named(id string, f wire.Feed) wire.Feed {
	return func(ctx context.Context, _ string, emit func(wire.Message)) {
		f(ctx, "", func(m wire.Message) {
			m.Event = id + ":" + m.Event
			emit(m)
		})
	}
}

func projectsOf(all []app.ProjectView, id string) []app.ProjectView {
	if id == "" {
		return all
	}
	at := slices.IndexFunc(all, func(p app.ProjectView) bool { return p.ID == id })
	if at < 0 {
		return nil
	}
	return all[at : at+1 : at+1]
}

// frameRefresh is how often the frame is drawn without a change: a devservers.yml may have been edited.
const frameRefresh = 3 * time.Second

// frameFeed updates the frame: the sidebar, the title and the icon.
func (p Live) frameFeed(q url.Values) wire.Feed {
	return func(ctx context.Context, _ string, emit func(wire.Message)) {
		has := SentSince(q.Get("drawn"))
		p.streams.OnChange(ctx, func() time.Duration {
			emitFrame(ctx, p.frame.of(q.Get("project"), q.Get("title"), q.Get("active")), has, emit)
			return frameRefresh
		})
	}
}

// emitFrame sends the parts of the frame that the page doesn't have.
func emitFrame(ctx context.Context, v views.ShellView, has SentParts, emit func(wire.Message)) {
	if tab := views.TabOf(v.Title, v.Trouble).JSON(); has.Note("tab", tab) {
		emit(wire.Message{Event: "tab", Data: tab})
	}
	if parts := draw(ctx, views.Frame(v)); has.Note("frame", parts) {
		emit(wire.Message{Data: parts})
	}
}
