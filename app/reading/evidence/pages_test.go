package evidence

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"devservers/app"
)

// TestPagesServedBeforeAreRequested: one that fails counts if it was well before; any other may need a login.
func TestPagesServedBeforeAreRequested(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api" {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}))
	defer s.Close()
	for _, was := range []int{0, http.StatusOK} {
		a := &Asking{URL: s.URL, Page: "/", Served: []string{"/", "/cart", "/api"}, Root: t.TempDir(),
			Edit: app.Edit{Files: []string{"lib.py"}}, See: func() Sight { return Sight{} }}
		a.Dir = a.Root
		a.Known = func(path string) Answer { return Answer{Path: path, Status: was} }
		got := a.Send(t.Context())
		if want := map[int]string{0: "/", http.StatusOK: "/api"}[was]; got.Path != want {
			t.Errorf("it was %d: %s", was, got.Text())
		}
		if was == 0 && !slices.Equal(got.Others, []string{"/cart"}) {
			t.Errorf("others: %v", got.Others)
		}
	}
}
