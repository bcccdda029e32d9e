package wire

import (
	"bufio"
	"net/http"
)

// Stream is a buffered answer of unknown length. Its writes fail once the client has not read for too long.
type Stream struct {
	*bufio.Writer
	conn *http.ResponseController
}

// Begin starts an answer of a media type.
func Begin(w http.ResponseWriter, kind string) Stream {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(http.StatusOK)
	return Stream{bufio.NewWriterSize(w, 32<<10), http.NewResponseController(w)}
}

// Send sends what has been written.
func (s Stream) Send() error {
	if err := s.Flush(); err != nil {
		return err
	}
	return s.conn.Flush()
}
