package session

import "net/http"

// Nobody discards the answer to a request of our own.
type Nobody struct{ Answer http.Header }

func (n Nobody) Header() http.Header       { return n.Answer }
func (Nobody) WriteHeader(int)             {}
func (Nobody) Write(p []byte) (int, error) { return len(p), nil }
func (Nobody) Flush()                      {}
func (Nobody) CanStream() bool             { return false }
