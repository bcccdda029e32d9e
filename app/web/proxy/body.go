package proxy

import (
	"io"
	"net/http"
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
