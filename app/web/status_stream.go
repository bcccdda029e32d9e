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
)

// The rhythm of the stream of statuses.
const (
	eventPause = 50 * time.Millisecond // between two events: what changes meanwhile comes as one
	heartbeat  = 15 * time.Second
)

// statusStream streams the statuses of all servers and tasks: the current ones at once, and again after every change. An
// event is a whole list and not a change, so that none can be missed and ten at once are one. The last event before
// the manager stops is named shutdown.
func (s *Server) statusStream(w http.ResponseWriter, r *http.Request) error {
	if err := s.serveEvents(w, r, s.pump); err != nil {
		return err
	}
	if s.base.Err() != nil {
		_, err := fmt.Fprintf(w, "id: %s-end\ndata: {}\nevent: shutdown\n\n", s.epoch)
		return gone(err)
	}
	return nil
}

// serveEvents streams what pump publishes, until the client leaves or the manager stops.
//
// The library is used for what it does well, the encoding of one stream for one client: one Stream a connection,
// without replay, fed by one pump that is never blocked for good, because every write has a deadline.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request, pump func(ctx context.Context, publish func(*sse.Event))) error {
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

// forHub is the request as the library needs it. It cannot read our event ids, and has nothing to go on from: a
// client that comes again gets the current state anyway.
func forHub(ctx context.Context, r *http.Request, stream string) *http.Request {
	q := r.Clone(ctx)
	q.Header.Del("Last-Event-ID")
	v := q.URL.Query()
	v.Set("stream", stream)
	q.URL.RawQuery = v.Encode()
	return q
}

// pump publishes until ctx ends.
func (s *Server) pump(ctx context.Context, publish func(*sse.Event)) {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	var last []byte
	for seq := 1; ; {
		changed := s.sup.Changed() // before the look, so that nothing is missed
		now, err := json.Marshal(s.statuses())
		if err == nil && !bytes.Equal(now, last) {
			last = now
			publish(s.statusEvent(seq, string(now)))
			seq++
		}
		if !pauseFor(ctx, eventPause) {
			return
		}
		for waiting := true; waiting; {
			select {
			case <-changed:
				waiting = false
			case <-beat.C:
				publish(&sse.Event{Comment: []byte("beat")})
			case <-ctx.Done():
				return
			}
		}
	}
}

// statusEvent returns a new one each time: the library writes into it. The id says which manager's it is.
func (s *Server) statusEvent(seq int, data string) *sse.Event {
	return &sse.Event{ID: []byte(s.epoch + "-" + strconv.Itoa(seq)), Event: []byte("statuses"), Data: encodeEvent(data)}
}

// encodeEvent makes data safe for the wire: a line ends at CR, LF and CRLF alike, an empty text would end the
// library's stream, and one that begins with a colon would be a comment.
func encodeEvent(data string) []byte {
	data = strings.NewReplacer("\r\n", "\ndata: ", "\r", "\ndata: ", "\n", "\ndata: ").Replace(data)
	if data == "" || data[0] == ':' {
		data = " " + data
	}
	return []byte(data)
}

func pauseFor(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
