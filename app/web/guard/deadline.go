package guard

import (
	"io"
	"net/http"
	"time"
)

// deadlineWriter gives each write its own deadline, so that a client that stopped reading is dropped, while a stream to
// one that reads can last for days. (http.Server's WriteTimeout counts from the request's header.)
type deadlineWriter struct {
	http.ResponseWriter
	conn  *http.ResponseController
	limit time.Duration
	begun bool // part of the answer may have gone out
}

func newDeadlineWriter(w http.ResponseWriter, limit time.Duration) *deadlineWriter {
	return &deadlineWriter{ResponseWriter: w, conn: http.NewResponseController(w), limit: limit}
}

func (w *deadlineWriter) arm() {
	w.begun = true
	_ = w.conn.SetWriteDeadline(time.Now().Add(w.limit)) // fails only on writers in tests
}

func (w *deadlineWriter) WriteHeader(status int) {
	w.arm() // the deadline of the previous request has passed
	w.ResponseWriter.WriteHeader(status)
}

func (w *deadlineWriter) Write(p []byte) (int, error) {
	w.arm()
	return w.ResponseWriter.Write(p)
}

// FlushError is Flush with the reason why the client is gone.
func (w *deadlineWriter) FlushError() error {
	w.arm()
	return w.conn.Flush()
}

// Flush sends what was written.
func (w *deadlineWriter) Flush() { _ = w.FlushError() }

// Unwrap is for http.ResponseController.
func (w *deadlineWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// limitBody limits the time in which a body arrives. It applies to a handler that reads the body, and to net/http,
// which discards what a refusal or an error has left unread. Once all of it is there, the limit ends, so that it does
// not end a request that waits for a server.
func limitBody(w http.ResponseWriter, r *http.Request, limit time.Duration) {
	if r.ContentLength == 0 {
		return
	}
	conn := http.NewResponseController(w)
	_ = conn.SetReadDeadline(time.Now().Add(limit)) // fails only on writers in tests
	r.Body = &limitedBody{r.Body, conn}
}

type limitedBody struct {
	io.ReadCloser
	conn *http.ResponseController
}

func (b *limitedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		_ = b.conn.SetReadDeadline(time.Time{})
	}
	return n, err
}
