package guard

import (
	"io"
	"net/http"
	"strings"
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

// Policy is a Content-Security-Policy. Its zero value allows the embedded files and nothing inline.
type Policy struct {
	StyleNonce string // style elements with this nonce are allowed
	FormTarget string // a source that forms may lead to, apart from the manager itself
}

// Set makes p the policy of an answer.
func (p Policy) Set(h http.Header) { h.Set("Content-Security-Policy", p.String()) }

// String returns the header's value.
func (p Policy) String() string {
	style, form := "'self'", "'self'"
	if p.StyleNonce != "" {
		style += " 'nonce-" + p.StyleNonce + "'"
	}
	if p.FormTarget != "" {
		form += " " + p.FormTarget
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src " + style, "img-src 'self'", "font-src 'self'",
		"connect-src 'self'", "base-uri 'none'", "form-action " + form, "frame-ancestors 'none'",
	}, "; ")
}

// SetHeaders sets the headers that make browsers careful with an answer.
func SetHeaders(h http.Header) {
	Policy{}.Set(h)
	h.Set("Cache-Control", "no-store")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "same-origin") // with no-referrer, our own forms would come from the origin "null"
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
}
