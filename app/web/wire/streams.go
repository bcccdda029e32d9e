package wire

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/r3labs/sse/v2"

	"devservers/app"
)

// The rhythm of all streams.
const (
	StreamPause = 50 * time.Millisecond // at least, between two looks: changes within it come as one
	heartbeat   = 10 * time.Second      // pages take silence of twice that for a manager that hangs: stream.js
)

// Streams serves event streams.
type Streams struct {
	changes  func(context.Context) iter.Seq[struct{}] // of any status, as Supervisor.Changes
	stopping context.Context                          // ends when the manager stops
	epoch    string                                   // of event ids: another one each start
}

// NewStreams returns streams that end when stopping does.
func NewStreams(stopping context.Context, changes func(context.Context) iter.Seq[struct{}]) Streams {
	return Streams{changes, stopping, Random(4)}
}

// Stopping reports whether the manager stops.
func (s Streams) Stopping() bool { return s.stopping.Err() != nil }

// Epoch returns what the ids of this manager's messages start with.
func (s Streams) Epoch() string { return s.epoch }

// A Message is one event of a stream. On a page's stream, one without a name is HTML whose parts replace those of the
// page with the same id (hx-swap-oob), and one with a name becomes an event on #stream, for a script.
type Message struct {
	Event, Data string
	Cursor      string // where its feed continues after it; "": as before
	Encoded     []byte // Data as Encode returns it, if several streams get it; nil: it is encoded for this one
}

// A Feed fills a part of a stream until ctx ends. resume is the cursor of the last message that the client has seen,
// also from an earlier connection or manager; "": none. emit waits while the client is slow.
type Feed func(ctx context.Context, resume string, emit func(Message))

// Serve streams what the feeds emit until the client leaves or the manager stops. At most one of them may have cursors.
func (s Streams) Serve(w http.ResponseWriter, r *http.Request, feeds ...Feed) error {
	_, resume, _ := strings.Cut(r.Header.Get("Last-Event-ID"), ";")
	return SSE(w, r, func(ctx context.Context, publish func(*sse.Event)) {
		s.merge(ctx, feeds, resume, publish)
	})
}

// merge publishes what all feeds emit, with ids that let the client continue where it was.
func (s Streams) merge(ctx context.Context, feeds []Feed, resume string, publish func(*sse.Event)) {
	var mu sync.Mutex
	cursor, seq := resume, 0
	emit := func(m Message) {
		mu.Lock()
		defer mu.Unlock()
		if m.Cursor != "" {
			cursor = m.Cursor
		}
		seq++
		id := s.epoch + "-" + strconv.Itoa(seq)
		if cursor != "" {
			id += ";" + cursor
		}
		if m.Encoded == nil {
			m.Encoded = Encode(m.Data)
		}
		publish(&sse.Event{ID: []byte(id), Event: []byte(m.Event), Data: m.Encoded})
	}
	var all sync.WaitGroup
	for _, f := range feeds {
		all.Go(func() { f(ctx, resume, emit) })
	}
	for app.Pause(ctx, heartbeat) {
		mu.Lock()
		publish(&sse.Event{Comment: []byte("beat")})
		mu.Unlock()
	}
	all.Wait()
}

// OnChange calls look at once, after every change of a status, and also when the time that it returned is over, but at
// most every Pause, until ctx ends.
func (s Streams) OnChange(ctx context.Context, look func() (again time.Duration)) {
	changed := make(chan struct{}, 1)
	go func() {
		for range s.changes(ctx) {
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
		if !app.Pause(ctx, StreamPause) {
			return
		}
	}
}

// SSE streams what pump publishes until the client leaves or the manager stops.
//
// The library is used for what it does well, encoding one stream for one client: one Stream per connection, without
// replay, fed by one pump that is never blocked for long, because every write has a deadline.
func SSE(w http.ResponseWriter, r *http.Request, pump func(ctx context.Context, publish func(*sse.Event))) error {
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

// Encode makes data safe for the stream: a line ends at CR, LF and CRLF alike, an empty text would end the
// library's stream, and one that begins with a colon would be a comment.
func Encode(data string) []byte {
	data = strings.NewReplacer("\r\n", "\ndata: ", "\r", "\ndata: ", "\n", "\ndata: ").Replace(data)
	if data == "" || data[0] == ':' {
		data = " " + data
	}
	return []byte(data)
}

// Ended sends the last event of a stream if the manager stops.
func (s Streams) Ended(w http.ResponseWriter, err error, id string) error {
	if err != nil || !s.Stopping() {
		return err
	}
	_, err = fmt.Fprintf(w, "%sdata: {}\nevent: shutdown\n\n", id)
	return Gone(err)
}
