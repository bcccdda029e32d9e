//go:build real

package evidence

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/tests/fc"
)

// site serves small pages. Those at /hang never get an answer.
func site(t *testing.T) *httptest.Server {
	t.Helper()
	ended := make(chan struct{})
	pages := map[string]string{
		"/clean":   `<!doctype html><title>Clean</title><h1>All is well</h1><script>console.log("hello")</script>`,
		"/throws":  `<!doctype html><h1>Thrown</h1><script src="/app.js"></script>`,
		"/promise": `<!doctype html><script>Promise.reject(new Error("lost"))</script>`,
		"/syntax":  `<!doctype html><script>let let = 1</script>`,
		"/fetch":   `<!doctype html><h1>Fetch</h1><script>fetch("/api/missing"); fetch("/api/broken?id=7"); fetch("/drop").catch(() => {})</script>`,
		"/console": `<!doctype html><script>console.error("Warning: %s is deprecated, use %s", "old", "new")</script>`,
		"/slow":    `<!doctype html><h1>Slow</h1><img src="/hang">`,
		"/loop":    `<!doctype html><h1>Loop</h1><script>for (;;) {}</script>`,
		"/away":    `<!doctype html><script>location.href = "http://example.invalid/"</script>`,
		"/alert":   `<!doctype html><h1>Alert</h1><script>alert("stop"); console.error("after")</script>`,
		"/streams": `<!doctype html><h1>Streams</h1><script>new EventSource("/hang")</script>`,
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/hang", func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-ended:
		}
	})
	mux.HandleFunc("/drop", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	mux.HandleFunc("/api/broken", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) })
	mux.HandleFunc("/error", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "KeyError: coffee", 500) })
	mux.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://other.example.invalid/login", http.StatusFound)
	})
	mux.HandleFunc("/app.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, "// first\n// second\nundefined.price\n")
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		page, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, page)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(func() { close(ended); s.Close() })
	return s
}

func newBrowser(t *testing.T) *Browser {
	t.Helper()
	b := NewBrowser(t.TempDir())
	t.Cleanup(b.Close)
	return b
}

func open(t *testing.T, b *Browser, base, path string, patience time.Duration) app.PageLoad {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	load := b.Open(ctx, app.Ref{Project: "shop@a/b", Name: "web"}, base, path)
	t.Logf("%s: status %d, loaded %v, %v, unknown %q, %v: %+v", path, load.Status, load.Loaded,
		load.Took.Round(time.Millisecond), load.Unknown, filepath.Base(load.Picture), load.Complaints)
	return load
}

func TestPagesTellWhatIsWrongInThem(t *testing.T) {
	t.Parallel()
	s, b := site(t), newBrowser(t)
	for _, c := range []struct {
		path   string
		status int
		want   string // kind, text and place of each complaint
	}{
		{"/clean", 200, ""},
		{"/throws", 200, "exception Uncaught TypeError: Cannot read properties of undefined (reading 'price') at /app.js:3"},
		{"/promise", 200, "exception Uncaught (in promise) Error: lost at /promise:1"},
		{"/syntax", 200, "exception Uncaught SyntaxError: let is disallowed as a lexically bound name at /syntax:1"},
		{"/console", 200, "console Warning: old is deprecated, use new at /console:1"},
		{"/alert", 200, "console after at /alert:1"},
		{"/streams", 200, ""},
		{"/error", 500, "page 500 Internal Server Error at GET /error"},
		{"/missing", 404, "request 404 Not Found at GET /missing"},
	} {
		load := open(t, b, s.URL, c.path, time.Minute)
		var got []string
		for _, c := range load.Complaints {
			got = append(got, c.Kind+" "+c.Text+" at "+c.Place)
		}
		if strings.Join(got, "; ") != c.want || load.Status != c.status || !load.Loaded || load.Unknown != "" ||
			load.Picture == "" {
			t.Errorf("%s: %q, status %d, %+v", c.path, got, load.Status, load)
		}
	}
	load := open(t, b, s.URL, "/fetch", time.Minute)
	got := fmt.Sprint(load.Complaints)
	for _, want := range []string{"404 Not Found GET /api/missing", "500 Internal Server Error GET /api/broken?id=7",
		"ERR_EMPTY_RESPONSE GET /drop"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
}

func TestPageThatNeverFinishesIsSaidToBeUnfinished(t *testing.T) {
	t.Parallel()
	s, b := site(t), newBrowser(t)
	load := open(t, b, s.URL, "/slow", time.Minute)
	if load.Loaded || load.Unknown != "" || len(load.Complaints) != 1 ||
		load.Complaints[0].Kind != app.ComplaintUnfinished ||
		!strings.Contains(load.Complaints[0].Text, "no answer to GET /hang") || load.Picture == "" {
		t.Errorf("%+v", load)
	}
	if load := open(t, b, s.URL, "/loop", 4*time.Second); load.Loaded || load.Unknown == "" || len(load.Complaints) != 0 {
		t.Errorf("it was not given its time, so this says nothing: %+v", load)
	}
	if load := open(t, b, s.URL, "/clean", time.Minute); !load.Loaded || load.Unknown != "" {
		t.Errorf("after a page that hangs: %+v", load)
	}
}

func TestOnlyPagesOfTheServerAreOpened(t *testing.T) {
	t.Parallel()
	s, b := site(t), newBrowser(t)
	for _, path := range []string{"/redirect", "/away"} {
		if load := open(t, b, s.URL, path, time.Minute); !strings.Contains(load.Elsewhere, "example.invalid") ||
			load.Unknown == "" || len(load.Complaints) != 0 {
			t.Errorf("%+v", load)
		}
	}
	for base, path := range map[string]string{"http://example.invalid": "/", "file://localhost": "/etc/passwd",
		s.URL: "@example.invalid/"} {
		if load := b.Open(t.Context(), app.Ref{}, base, path); load.Unknown == "" || load.Picture != "" {
			t.Errorf("%s%s: %+v", base, path, load)
		}
	}
}

func TestPicturesArePrivateAndBounded(t *testing.T) {
	t.Parallel()
	s, b := site(t), newBrowser(t)
	if err := os.MkdirAll(b.Pictures(), 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range mostPictures {
		if err := os.WriteFile(filepath.Join(b.Pictures(), fmt.Sprintf("2001%02d.png", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	load := open(t, b, s.URL, "/clean", time.Minute)
	info, err := os.Stat(load.Picture)
	if err != nil || info.Mode().Perm() != 0o600 || filepath.Dir(load.Picture) != b.Pictures() {
		t.Fatalf("%v %v", info, err)
	}
	data, err := os.ReadFile(load.Picture)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || c.Width != pageWidth || c.Height != pageHeight {
		t.Errorf("%+v %v", c, err)
	}
	if list, err := os.ReadDir(b.Pictures()); err != nil || len(list) != mostPictures {
		t.Errorf("%d pictures, %v", len(list), err)
	}
}

func TestBrowserIsSharedAndRestsAfterAWhile(t *testing.T) {
	t.Parallel()
	s, b := site(t), newBrowser(t)
	b.idle = time.Millisecond
	var open, most, all atomic.Int32
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		all.Add(1)
		n := open.Add(1)
		defer open.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		resp, err := http.Get(s.URL + "/clean")
		if err == nil {
			resp.Body.Close()
		}
		w.Header().Set("Content-Type", "text/html")
	}))
	t.Cleanup(slow.Close)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if load := b.Open(t.Context(), app.Ref{Name: "same"}, slow.URL, "/"); !load.Loaded || load.Unknown != "" {
				t.Errorf("%+v", load)
			}
		})
	}
	wg.Wait()
	if most.Load() != 1 || all.Load() != 3 {
		t.Errorf("%d pages of one server were open at once, %d in all", most.Load(), all.Load())
	}
	for gone := false; !gone; time.Sleep(time.Millisecond) {
		b.mu.Lock()
		gone = b.running == nil
		b.mu.Unlock()
	}
	if left, err := os.ReadDir(filepath.Join(b.state, "browser")); err != nil || len(left) != 0 {
		t.Errorf("%v %v", left, err)
	}
	if load := b.Open(t.Context(), app.Ref{Name: "same"}, slow.URL, "/"); !load.Loaded {
		t.Errorf("%+v", load)
	}
}

// tree returns the processes of the running browser.
func (b *Browser) tree() []process.Identity {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.running == nil {
		return nil
	}
	return b.running.processes()
}

// awaitEnd waits until none of these processes is left.
func awaitEnd(t *testing.T, tree []process.Identity) {
	t.Helper()
	for _, id := range tree {
		fc.Until(t, "it is gone", func() bool { return !id.Alive() }, id.PID)
	}
}

func TestTwoServersArePutSideBySideInOneBrowser(t *testing.T) {
	t.Parallel()
	s, b := site(t), newBrowser(t)
	loads := make([]app.PageLoad, 2)
	var wg sync.WaitGroup
	for i, path := range []string{"/clean", "/throws"} {
		wg.Go(func() { loads[i] = b.Open(t.Context(), app.Ref{Name: path}, s.URL, path) })
	}
	wg.Wait()
	if !loads[0].Loaded || len(loads[0].Complaints) != 0 || !loads[1].Loaded || len(loads[1].Complaints) != 1 {
		t.Errorf("%+v", loads)
	}
	tree := b.tree()
	if len(tree) < 3 {
		t.Errorf("%d processes", len(tree))
	}
	b.Close()
	for _, id := range tree {
		if id.Alive() {
			t.Errorf("%d is left", id.PID)
		}
	}
	if load := b.Open(t.Context(), app.Ref{}, s.URL, "/clean"); load.Unknown == "" {
		t.Errorf("after Close: %+v", load)
	}
}

func TestBrowserThatIsKilledIsSaidAndReplaced(t *testing.T) {
	t.Parallel()
	s, b := site(t), newBrowser(t)
	result := make(chan app.PageLoad)
	go func() { result <- b.Open(t.Context(), app.Ref{}, s.URL, "/slow") }()
	tree := b.tree()
	for len(tree) < 4 {
		time.Sleep(10 * time.Millisecond)
		tree = b.tree()
	}
	for _, id := range tree {
		_ = id.Signal(syscall.SIGKILL) // some end with others
	}
	if load := <-result; load.Unknown == "" || load.Loaded || len(load.Complaints) != 0 {
		t.Errorf("%+v", load)
	}
	if load := open(t, b, s.URL, "/clean", time.Minute); !load.Loaded || load.Unknown != "" {
		t.Errorf("%+v", load)
	}
	awaitEnd(t, tree)
}

func TestBrowserEndsWhenItsOwnerIsGone(t *testing.T) {
	t.Parallel()
	s, b := site(t), newBrowser(t)
	open(t, b, s.URL, "/clean", time.Minute)
	tree := b.tree()
	b.running.pipes[0].Close() // what the system does when the manager is killed
	awaitEnd(t, tree)
}
