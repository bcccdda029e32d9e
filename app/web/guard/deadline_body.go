package guard

import (
	"io"
	"net/http"
	"time"
)

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
