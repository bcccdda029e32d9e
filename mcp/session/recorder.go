package session

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
)

// recorder keeps the answer to a call: it may be the client's own, or the end of a task.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
	meta   json.RawMessage // of the call
}

func newRecorder() *recorder { return &recorder{header: http.Header{}, status: http.StatusOK} }

// Header is part of http.ResponseWriter.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader is part of http.ResponseWriter.
func (r *recorder) WriteHeader(status int) { r.status = status }

// Write is part of http.ResponseWriter.
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }

// Flush makes the library stream, as it does to the client.
func (r *recorder) Flush() {}

// copyTo answers with what was kept.
func (r *recorder) copyTo(w http.ResponseWriter) {
	maps.Copy(w.Header(), r.header)
	w.WriteHeader(r.status)
	_, _ = w.Write(r.body.Bytes())
}

// outcome is the end of a call: a result, or an error of the protocol.
type outcome struct {
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// outcome returns the end of the call: the last message, which in a stream stands in a line of its own.
func (r *recorder) outcome() (o outcome) {
	text := r.body.Bytes()
	for line := range bytes.Lines(text) {
		if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			text = data
		}
	}
	if json.Unmarshal(text, &o) != nil || o.Result == nil && o.Error == nil {
		o.Error, _ = json.Marshal(map[string]any{"code": -32603, "message": "the call gave no answer"})
	}
	return o
}

// kind returns the resultType of a result.
func (o outcome) kind() (kind string) {
	_ = json.Unmarshal(o.field("resultType"), &kind)
	return kind
}

// params returns a parameter of a message.
func (o outcome) params(name string) json.RawMessage {
	return outcome{Result: o.field("params")}.field(name)
}

// field returns a field of a result.
func (o outcome) field(name string) json.RawMessage {
	var all map[string]json.RawMessage
	_ = json.Unmarshal(o.Result, &all)
	return all[name]
}

// Nobody discards the answer to a request of our own.
type Nobody struct{ Answer http.Header }

func (n Nobody) Header() http.Header       { return n.Answer }
func (Nobody) WriteHeader(int)             {}
func (Nobody) Write(p []byte) (int, error) { return len(p), nil }
func (Nobody) Flush()                      {}
func (Nobody) CanStream() bool             { return false }
