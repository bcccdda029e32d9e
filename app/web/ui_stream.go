package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/r3labs/sse/v2"

	"devservers/app"
)

// A message is one event of a page's stream. Without a name it is HTML, whose parts replace those of the page with
// the same id (hx-swap-oob); with one it becomes an event of that name on #stream, for a script.
type message struct {
	event, data string
	cursor      string // where this feed goes on after it; "" = as before
}

// A feed fills a part of a page's stream until ctx ends. resume is the cursor of the last message that the page has
// seen, also of an earlier connection or manager; "" = none. emit waits while the page is slow.
type feed func(ctx context.Context, resume string, emit func(message))

// stream is the one event stream of a page: what its frame and its parts need, one after another. At most one of
// the feeds may have cursors.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) error {
	feeds, err := s.feeds(r)
	if err != nil {
		return err
	}
	_, resume, _ := strings.Cut(r.Header.Get("Last-Event-ID"), ";")
	return s.serveEvents(w, r, func(ctx context.Context, publish func(*sse.Event)) {
		s.merge(ctx, feeds, resume, publish)
	})
}

// feeds are what a page asks for with `on`, besides its frame.
func (s *Server) feeds(r *http.Request) ([]feed, error) {
	q := r.URL.Query()
	list := []feed{s.shellFeed(r, q)}
	if slices.Contains(q["on"], "cards") {
		list = append(list, s.cardFeed(q.Get("project")))
	}
	if slices.Contains(q["on"], "logs") {
		list = append(list, s.logFeed(q))
	}
	return list, nil
}

// merge publishes what all feeds emit, with ids that let the page go on where it was.
func (s *Server) merge(ctx context.Context, feeds []feed, resume string, publish func(*sse.Event)) {
	var mu sync.Mutex
	cursor, seq := resume, 0
	emit := func(m message) {
		mu.Lock()
		defer mu.Unlock()
		if m.cursor != "" {
			cursor = m.cursor
		}
		seq++
		id := s.epoch + "-" + strconv.Itoa(seq) + ";" + cursor
		publish(&sse.Event{ID: []byte(id), Event: []byte(m.event), Data: encodeEvent(m.data)})
	}
	var all sync.WaitGroup
	for _, f := range feeds {
		all.Go(func() { f(ctx, resume, emit) })
	}
	every(ctx, heartbeat, func() {
		mu.Lock()
		defer mu.Unlock()
		publish(&sse.Event{Comment: []byte("beat")})
	})
	all.Wait()
}

// every calls what again and again until ctx ends.
func every(ctx context.Context, pause time.Duration, what func()) {
	for pauseFor(ctx, pause) {
		what()
	}
}

// onChange calls what at once and after every change of a status, at most every eventPause, until ctx ends. It is called
// without a change, too, after the time that it has given.
func (s *Server) onChange(ctx context.Context, what func() (again time.Duration)) {
	for {
		changed := s.sup.Changed() // before the look, so that nothing is missed
		again := what()
		if !pauseFor(ctx, eventPause) {
			return
		}
		timer := time.NewTimer(again)
		select {
		case <-changed:
		case <-timer.C:
		case <-ctx.Done():
		}
		timer.Stop()
		if ctx.Err() != nil {
			return
		}
	}
}

// changes remembers what was sent under a name, so that only what changed is sent.
type changes map[string]string

func (c changes) is(name, now string) bool {
	before, known := c[name]
	c[name] = now
	return !known || before != now
}

// projectsOf are the projects that a page is about.
func projectsOf(all []app.ProjectView, id string) []app.ProjectView {
	if id == "" {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(p app.ProjectView) bool { return p.ID != id })
}

// shellRefresh is how often the frame is looked at without a change: a devservers.yml may have been edited.
const shellRefresh = 3 * time.Second

// shellFeed keeps the frame: the sidebar, the title and the icon.
func (s *Server) shellFeed(r *http.Request, q url.Values) feed {
	r = r.Clone(r.Context())
	r.SetPathValue("id", q.Get("project"))
	return func(ctx context.Context, _ string, emit func(message)) {
		sent := changes{}
		s.onChange(ctx, func() time.Duration {
			s.emitShell(ctx, r, q, sent, emit)
			return shellRefresh
		})
	}
}
