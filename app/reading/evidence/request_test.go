package evidence

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestAnswerMustBeWhole: a page that doesn't end is no answer, nor is anything that breaks off. A stream has no end.
func TestAnswerMustBeWhole(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind := map[string]string{"/page": "text/html", "/stream": "text/event-stream", "/cut": "application/json"}[r.URL.Path]
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte("begun"))
		_ = http.NewResponseController(w).Flush()
		if r.URL.Path == "/cut" {
			panic(http.ErrAbortHandler)
		}
		<-r.Context().Done()
	}))
	t.Cleanup(s.Close)
	for path, want := range map[string]string{"/page": "it did not answer in time", "/stream": "",
		"/cut": "the connection was dropped"} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		got := get(ctx, s.URL, path, acceptPage)
		cancel()
		if got.Said != want || got.Failed() != (want != "") {
			t.Errorf("%s: %q, failed %v", path, got.Said, got.Failed())
		}
	}
}
