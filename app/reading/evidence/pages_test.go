package evidence

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"devservers/app"
)

// TestPagesServedBeforeAreRequested: those that were answered well to us, as others may need a login, count if they are
// errors now.
func TestPagesServedBeforeAreRequested(t *testing.T) {
	t.Parallel()
	answers := map[string]int{"/": 200, "/cart": 200, "/api": 500, "/item/7": 404}
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		w.WriteHeader(answers[r.URL.Path])
	}))
	defer s.Close()
	for was, want := range map[int]string{0: "/", 500: "/", 200: "/item/7 /cart /api"} {
		a := &Asking{URL: s.URL, Page: "/", Served: []string{"/item/7", "/", "/cart", "/api"}, Root: t.TempDir(),
			Edit: app.Edit{Files: []string{"lib.py"}}, See: func() Sight { return Sight{} }}
		a.Dir = a.Root
		a.Known = func(path string) Answer { return Answer{Path: path, Status: was} }
		asked = nil
		if got := a.Send(t.Context()); strings.Join(asked, " ") != want || got.Path != asked[len(asked)-1] {
			t.Errorf("it was %d: %s, asked for %s", was, got.Text(), asked)
		}
	}
}

// TestEventStreamIsAnsweredByItsHead: its body has no end.
func TestEventStreamIsAnsweredByItsHead(t *testing.T) {
	t.Parallel()
	left := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		close(left)
	}))
	defer s.Close()
	if got := get(t.Context(), s.URL, "/events", acceptPage); !got.OK() {
		t.Errorf("%+v", got)
	}
	<-left
}
