package proxy

import (
	"io"
	"net/http"
)

// prompt is the body of an answer whose length is known. Whatever has come is sent to the client before the next read
// may block; a body that comes at once is passed on without a pause.
type prompt struct {
	io.ReadCloser
	client *http.ResponseController
	left   int64 // of the body
	short  bool  // the last read returned less than it could have: the server may have sent no more yet
}

func (b *prompt) Read(p []byte) (int, error) {
	if b.short && b.left > 0 {
		_ = b.client.Flush() // fails only on writers in tests
	}
	n, err := b.ReadCloser.Read(p)
	b.left, b.short = b.left-int64(n), n < len(p)
	return n, err
}

// passOnPromptly makes the parts of an answer reach the client as they come. All whose length is unknown do anyway.
func passOnPromptly(w http.ResponseWriter, res *http.Response) {
	if res.ContentLength > 0 && res.StatusCode != http.StatusSwitchingProtocols {
		res.Body = &prompt{ReadCloser: res.Body, client: http.NewResponseController(w), left: res.ContentLength}
	}
}
