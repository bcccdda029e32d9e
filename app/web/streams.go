package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/r3labs/sse/v2"

	"devservers/app/supervisor"
	"devservers/app/web/wire"
)

// The rhythm of all streams.
const (
	eventPause = 50 * time.Millisecond // between two looks: changes within it come as one
	heartbeat  = 15 * time.Second
)

// streams is what the event streams share.
type streams struct {
	sup      *supervisor.Supervisor
	stopping context.Context // ends when the manager stops
	epoch    string          // of event ids: another one each start
}

func newStreams(stopping context.Context, sup *supervisor.Supervisor) streams {
	return streams{sup, stopping, wire.Random(4)}
}

// A message is one event of a stream. On a page's stream, one without a name is HTML whose parts replace those of the
// page with the same id (hx-swap-oob), and one with a name becomes an event on #stream, for a script.
type message struct {
	event, data string
	cursor      string // where its feed continues after it; "": as before
}

// A feed fills a part of a stream until ctx ends. resume is the cursor of the last message that the client has seen,
// also from an earlier connection or manager; "": none. emit waits while the client is slow.
type feed func(ctx context.Context, resume string, emit func(message))

// serve streams what the feeds emit until the client leaves or the manager stops. At most one of them may have cursors.
func (s streams) serve(w http.ResponseWriter, r *http.Request, feeds ...feed) error {
	_, resume, _ := strings.Cut(r.Header.Get("Last-Event-ID"), ";")
	return serveSSE(w, r, func(ctx context.Context, publish func(*sse.Event)) {
		s.merge(ctx, feeds, resume, publish)
	})
}

// merge publishes what all feeds emit, with ids that let the client continue where it was.
func (s streams) merge(ctx context.Context, feeds []feed, resume string, publish func(*sse.Event)) {
	var mu sync.Mutex
	cursor, seq := resume, 0
	emit := func(m message) {
		mu.Lock()
		defer mu.Unlock()
		if m.cursor != "" {
			cursor = m.cursor
		}
		seq++
		id := s.epoch + "-" + strconv.Itoa(seq)
		if cursor != "" {
			id += ";" + cursor
		}
		publish(&sse.Event{ID: []byte(id), Event: []byte(m.event), Data: encodeEvent(m.data)})
	}
	var all sync.WaitGroup
	for _, f := range feeds {
		all.Go(func() { f(ctx, resume, emit) })
	}
	for wire.Pause(ctx, heartbeat) {
		mu.Lock()
		publish(&sse.Event{Comment: []byte("beat")})
		mu.Unlock()
	}
	all.Wait()
}

// onChange calls look at once, after every change of a status, and also when the time that it returned is over, but at
// most every eventPause, until ctx ends.
func (s streams) onChange(ctx context.Context, look func() (again time.Duration)) {
	changed := make(chan struct{}, 1)
	go func() {
		for range s.sup.Changes(ctx) {
			select {
			case changed <- struct{}{}:
			default:
			}
		}
	}()
	again := time.NewTimer(time.Hour)
	defer again.Stop()
	for {
		select {
		case <-changed:
		case <-again.C:
		case <-ctx.Done():
			return
		}
		again.Reset(look())
		if !wire.Pause(ctx, eventPause) {
			return
		}
	}
}

// serveSSE streams what pump publishes until the client leaves or the manager stops.
//
// The library is used for what it does well, encoding one stream for one client: one Stream per connection, without
// replay, fed by one pump that is never blocked for long, because every write has a deadline.
func serveSSE(w http.ResponseWriter, r *http.Request, pump func(ctx context.Context, publish func(*sse.Event))) error {
	hub := sse.New()
	hub.AutoReplay, hub.AutoStream, hub.BufferSize, hub.SplitData, hub.EventTTL = false, false, 0, false, 0
	hub.Headers = map[string]string{"X-Accel-Buffering": "no", "Cache-Control": "no-store"}
	subscribed := make(chan struct{})
	hub.OnSubscribe = func(string, *sse.Subscriber) { close(subscribed) }

	const id = "one"
	hub.CreateStream(id)
	defer hub.RemoveStream(id) // only after ServeHTTP has returned: it would leave a goroutine behind
	ctx, cancel := context.WithCancel(r.Context())
	var pumping sync.WaitGroup
	pumping.Go(func() {
		select {
		case <-subscribed:
			pump(ctx, func(e *sse.Event) { hub.Publish(id, e) })
		case <-ctx.Done():
		}
	})
	defer pumping.Wait()
	defer cancel()
	hub.ServeHTTP(w, forHub(ctx, r, id))
	return nil
}

// forHub returns the request as the library needs it. It cannot read our event ids, and has nothing to resume from: a
// client that reconnects gets the current state anyway.
func forHub(ctx context.Context, r *http.Request, stream string) *http.Request {
	q := r.Clone(ctx)
	q.Header.Del("Last-Event-ID")
	v := q.URL.Query()
	v.Set("stream", stream)
	q.URL.RawQuery = v.Encode()
	return q
}

// encodeEvent makes data safe for the stream: a line ends at CR, LF and CRLF alike, an empty text would end the
// library's stream, and one that begins with a colon would be a comment.
func encodeEvent(data string) []byte {
	data = strings.NewReplacer("\r\n", "\ndata: ", "\r", "\ndata: ", "\n", "\ndata: ").Replace(data)
	if data == "" || data[0] == ':' {
		data = " " + data
	}
	return []byte(data)
}

// ended sends the last event of a stream if the manager stops.
func (s streams) ended(w http.ResponseWriter, err error, id string) error {
	if err != nil || s.stopping.Err() == nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%sdata: {}\nevent: shutdown\n\n", id)
	return wire.Gone(err)
}

// statuses is the feed of the statuses of all servers and tasks: the current ones at once, and again after every
// change. A message is a whole list rather than a change, so that none can be missed and ten at once are one.
func (s streams) statuses(ctx context.Context, _ string, emit func(message)) {
	var last []byte
	for range s.sup.Changes(ctx) {
		if now, err := json.Marshal(statuses(s.sup)); err == nil && !bytes.Equal(now, last) {
			last = now
			emit(message{event: "statuses", data: string(now)})
		}
		if !wire.Pause(ctx, eventPause) {
			return
		}
	}
}
