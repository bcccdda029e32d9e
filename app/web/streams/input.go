package streams

import (
	"net/http"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
)

// InputRequest is the body of POST .../input: what to type into the run's terminal. Base64 is for bytes that are not
// text; both together are sent in this order.
type InputRequest struct {
	Text   string `json:"text,omitempty"`
	Base64 []byte `json:"base64,omitempty"`
}

// Input types into a server's terminal.
func (s *Sockets) Input(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	var body InputRequest
	if err := wire.ReadJSON(w, r, &body); err != nil {
		return err
	}
	data := append([]byte(body.Text), body.Base64...)
	if len(data) == 0 {
		return app.Failf(app.CodeInvalid, `send {"text": "..."} or {"base64": "..."}`, "there is nothing to type")
	}
	return wire.NoContent(w, s.typed(r, ref, func() error {
		return s.on(ref, func(t history.Terminal) error { return t.Input(data) })
	}))
}

// on does something with the terminal of a server's run.
func (s *Sockets) on(ref app.Ref, do func(history.Terminal) error) error {
	t, err := s.sup.Console(ref)
	if err != nil {
		return err
	}
	return do(t)
}

// typed sends input, and records who typed into what, but not every key.
func (s *Sockets) typed(r *http.Request, into app.Ref, send func() error) error {
	actor := guard.ActorOf(r)
	if !s.typing.begins(actor, into) {
		return send()
	}
	return s.history.Do(actor, history.Input, into, nil, send)
}

// ResizeRequest is the body of POST .../resize.
type ResizeRequest struct {
	Cols int `json:"cols"`
	Rows int `json:"rows"`
}

// Resize sets the size of a server's terminal.
func (s *Sockets) Resize(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	var body ResizeRequest
	if err := wire.ReadJSON(w, r, &body); err != nil {
		return err
	}
	if err := checkSize(body.Cols, body.Rows); err != nil {
		return err
	}
	return wire.NoContent(w, s.on(ref, func(t history.Terminal) error { return t.Resize(body.Cols, body.Rows) }))
}

func checkSize(cols, rows int) error {
	const most = 1000
	if cols < 1 || rows < 1 || cols > most || rows > most {
		return app.Failf(app.CodeInvalid, "", "cols and rows must be 1 to %d", most)
	}
	return nil
}

// SignalRequest is the body of POST .../signal.
type SignalRequest struct {
	Signal string `json:"signal"` // INT, HUP, USR1 ...
}

// Signal sends a signal to a server's command.
func (s *Sockets) Signal(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	var body SignalRequest
	if err := wire.ReadJSON(w, r, &body); err != nil {
		return err
	}
	if body.Signal == "" {
		return app.Failf(app.CodeInvalid, `send {"signal": "HUP"}`, "signal is missing")
	}
	return wire.NoContent(w, s.history.Do(guard.ActorOf(r), history.Signal, ref, map[string]any{"signal": body.Signal},
		func() error {
			return s.on(ref, func(t history.Terminal) error { return t.Signal(body.Signal) })
		}))
}

// typing distinguishes the first key of a stretch of typing from the rest. All methods can be called concurrently.
type typing struct {
	now func() time.Time

	mu   sync.Mutex
	last map[typist]time.Time
}

type typist struct {
	who  app.Actor
	into app.Ref
}

// typingPause ends a stretch of typing.
const typingPause = time.Minute

func newTyping(now func() time.Time) *typing { return &typing{now: now, last: map[typist]time.Time{}} }

// begins notes a key and reports whether it is the first of a stretch.
func (t *typing) begins(who app.Actor, into app.Ref) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	for key, at := range t.last {
		if now.Sub(at) >= typingPause {
			delete(t.last, key)
		}
	}
	_, typed := t.last[typist{who, into}]
	t.last[typist{who, into}] = now
	return !typed
}
