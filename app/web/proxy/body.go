package proxy

import (
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// bodyPause is how long a client may send nothing while its body has not arrived: a large one may take as long as it
// needs.
const bodyPause = 60 * time.Second

// patientBody ends a request whose body stands still.
type patientBody struct {
	io.ReadCloser
	conn *http.ResponseController
}

func (b *patientBody) Read(p []byte) (int, error) {
	_ = b.conn.SetReadDeadline(time.Now().Add(bodyPause)) // fails only on writers in tests
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		_ = b.conn.SetReadDeadline(time.Time{})
	}
	return n, err
}

// The buffers for copying bodies, in bytes. A large one takes a quarter less CPU time for a body of 1 MB. Answers that
// stay open may be many, and each keeps its buffer.
const (
	largeBuffer = 128 << 10
	smallBuffer = 32 << 10
	mostLarge   = 16 // in use at once
)

// buffers are reused for copying bodies.
type buffers struct {
	large, small sync.Pool
	used         atomic.Int32 // large ones
}

func (b *buffers) Get() []byte {
	if b.used.Add(1) <= mostLarge {
		return from(&b.large, largeBuffer)
	}
	b.used.Add(-1)
	return from(&b.small, smallBuffer)
}

func from(pool *sync.Pool, size int) []byte {
	if buffer, ok := pool.Get().(*[]byte); ok {
		return *buffer
	}
	return make([]byte, size)
}

func (b *buffers) Put(buffer []byte) {
	if len(buffer) < largeBuffer {
		b.small.Put(&buffer)
		return
	}
	b.large.Put(&buffer)
	b.used.Add(-1)
}

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
