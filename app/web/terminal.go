package web

import (
	"net/http"
	"sync"
	"time"

	"devservers/app"
)

// InputRequest is the body of POST .../input: what to type into the run's terminal. Base64 is for bytes that are no
// text; both together are sent in this order.
type InputRequest struct {
	Text   string `json:"text,omitempty"`
	Base64 []byte `json:"base64,omitempty"`
}

func (s *Server) input(w http.ResponseWriter, r *http.Request) error {
	var body InputRequest
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	data := append([]byte(body.Text), body.Base64...)
	if len(data) == 0 {
		return fail(app.CodeInvalid, `send {"text": "..."} or {"base64": "..."}`, "there is nothing to type")
	}
	send := func() (string, error) { return "", s.sup.Input(ref, data) }
	if s.typing.begins(actorOf(r), ref) {
		err = s.record(r, "input", ref.String(), nil, send)
	} else {
		_, err = send()
	}
	return done(w, err)
}

// ResizeRequest is the body of POST .../resize.
type ResizeRequest struct {
	Cols int `json:"cols"`
	Rows int `json:"rows"`
}

func (s *Server) resize(w http.ResponseWriter, r *http.Request) error {
	var body ResizeRequest
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	const most = 1000
	if body.Cols < 1 || body.Rows < 1 || body.Cols > most || body.Rows > most {
		return fail(app.CodeInvalid, "", "cols and rows have to be 1 to %d", most)
	}
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	return done(w, s.sup.Resize(ref, body.Cols, body.Rows))
}

// SignalRequest is the body of POST .../signal.
type SignalRequest struct {
	Signal string `json:"signal"` // INT, HUP, USR1 ...
}

func (s *Server) signal(w http.ResponseWriter, r *http.Request) error {
	var body SignalRequest
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	if body.Signal == "" {
		return fail(app.CodeInvalid, `send {"signal": "HUP"}`, "signal is missing")
	}
	return done(w, s.record(r, "signal", ref.String(), map[string]any{"signal": body.Signal}, func() (string, error) {
		return "", s.sup.Signal(ref, body.Signal, actorOf(r))
	}))
}

// done answers a request that gives nothing back.
func done(w http.ResponseWriter, err error) error {
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// typing tells the first key of a stretch of typing from the others: the history names who typed into what, but has
// no line for every key.
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

func (t *typing) begins(who app.Actor, into app.Ref) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	for key, at := range t.last {
		if now.Sub(at) >= typingPause {
			delete(t.last, key)
		}
	}
	_, goesOn := t.last[typist{who, into}]
	t.last[typist{who, into}] = now
	return !goesOn
}
