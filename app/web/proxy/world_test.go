package proxy

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"devservers/app"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// world is a proxy before one server, whose state a test changes.
type world struct {
	*Proxy
	t       *testing.T
	front   *httptest.Server
	mu      sync.Mutex
	list    []app.Status
	changed chan struct{}
	started atomic.Int32
	used    atomic.Int32
	onStart func()
}

func (w *world) Projects() []app.ProjectView {
	w.mu.Lock()
	defer w.mu.Unlock()
	return []app.ProjectView{{ID: "shop", Servers: append([]app.Status(nil), w.list...)}}
}

func (w *world) Changed() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.changed
}

// set makes these the servers of the project.
func (w *world) set(list ...app.Status) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = list
	close(w.changed)
	w.changed = make(chan struct{})
}

func (w *world) changes(ctx context.Context) iter.Seq[struct{}] {
	return func(see func(struct{}) bool) {
		for changed := w.Changed(); see(struct{}{}); changed = w.Changed() {
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	}
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, changed: make(chan struct{})}
	w.Proxy = New(Options{
		Hosted: w, Changes: w.changes, Used: func(app.Ref) { w.used.Add(1) }, Lines: func(app.Status) []string { return nil },
		Start: func(context.Context, app.Ref) error {
			w.started.Add(1)
			if w.onStart != nil {
				w.onStart()
			}
			return nil
		},
		Cookie: func(name string) bool { return strings.HasPrefix(name, "devservers_session") },
		UI:     func(ref app.Ref) string { return "http://devservers.localhost/p/" + ref.String() },
		Page: func(rw http.ResponseWriter, _ *http.Request, v Page) {
			rw.WriteHeader(v.Code)
			fmt.Fprintf(rw, "%s|reload=%v", v.Title, v.Reload)
		},
	})
	w.front = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.Serve(rw, r, (&url.URL{Host: r.Host}).Hostname())
	}))
	t.Cleanup(func() { w.front.Close(); w.Close(); http.DefaultClient.CloseIdleConnections() })
	return w
}

// behind starts a server and declares it as web, in a state.
func (w *world) behind(state app.State, h http.HandlerFunc) app.Status {
	back := httptest.NewServer(h)
	w.t.Cleanup(back.Close)
	st := app.Status{Project: "shop", Name: "web", State: state,
		Location: app.Location{URL: strings.Replace(back.URL, "127.0.0.1", "localhost", 1)}}
	w.set(st)
	return st
}

func (w *world) request(method, path string, body io.Reader, header ...string) *http.Request {
	r, err := http.NewRequest(method, w.front.URL+path, body)
	if err != nil {
		w.t.Fatal(err)
	}
	r.Host = "web.shop.localhost:7912"
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	return r
}

func (w *world) do(r *http.Request) (*http.Response, string) {
	w.t.Helper()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Error(err)
		return &http.Response{}, ""
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		w.t.Error(err)
	}
	return answer, string(body)
}
