//go:build real

package web

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"devservers/app"
)

// counter passes requests on and notes what was sent for each.
type counter struct {
	http.Handler
	mu   sync.Mutex
	sent map[string]int // bytes of bodies, by "n path"
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	name := fmt.Sprintf("%2d %s", len(c.sent)+1, r.URL.Path)
	c.sent[name] = 0
	c.mu.Unlock()
	c.Handler.ServeHTTP(counted{w, func(n int) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.sent[name] += n
	}}, r)
}

// all returns what was sent for each request so far.
func (c *counter) all() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.sent)
}

type counted struct {
	http.ResponseWriter
	sent func(int)
}

func (w counted) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w counted) Write(b []byte) (int, error) {
	n, err := w.ResponseWriter.Write(b)
	w.sent(n)
	return n, err
}

// TestFirstPageIsSmall opens the first page with 20 servers in 4 projects, as a browser that has stored nothing, and
// counts what comes until the stream has brought a change: of what the page shows already, it brings nothing.
func TestFirstPageIsSmall(t *testing.T) {
	const mostRequests, mostBytes, mostChange = 10, 80_000, 20_000
	h := newHouse(t)
	h.crowd(t, 3, 5)
	h.ask(servers+"web/start", "")
	b := signedIn(t, h.manager)
	b.run(chromedp.Navigate("about:blank"), chromedp.ActionFunc(func(ctx context.Context) error { return network.ClearBrowserCache().Do(ctx) }))
	b.untilNoWorkers()
	c := &counter{Handler: h.Handler(), sent: map[string]int{}}
	h.http.Handler = c
	b.visit("/")
	b.until("document.documentElement.dataset.keys && window.htmx")
	for !asksStream(c.all()) && app.Pause(b.ctx, 25*time.Millisecond) {
	}
	h.ask(servers+"chat/start", "")
	b.until(says("chat", "ready"))
	sent := c.all()
	first := slices.Sorted(maps.Keys(sent))
	script := first[slices.IndexFunc(first, func(name string) bool { return strings.HasSuffix(name, "/shell.js") })]
	maps.DeleteFunc(sent, func(name string, _ int) bool { // of the test, and of the worker of the page before
		return strings.Contains(name, "/api/") || strings.Contains(name, "/stream") && name < script
	})
	requests, bytes := len(sent), 0
	for name, n := range sent {
		bytes += n
		if strings.HasSuffix(name, " /stream") && n > mostChange {
			t.Errorf("the stream brought %d bytes", n)
		}
	}
	if !strings.Contains(fmt.Sprint(sent), "icon.svg") {
		requests++ // a browser without a window may not fetch it
	}
	if requests > mostRequests || bytes > mostBytes {
		t.Errorf("%d requests and %d bytes, at most %d and %d: %v", requests, bytes, mostRequests, mostBytes, sent)
	}
}

// untilNoWorkers waits until the worker of an earlier page, which holds its stream, has ended.
func (b *browser) untilNoWorkers() {
	b.t.Helper()
	worker := func(i *target.Info) bool { return i.BrowserContextID == b.of && i.Type == "shared_worker" }
	for {
		list, err := target.GetTargets().Do(onBrowser(b.ctx))
		if err != nil {
			b.t.Fatal(err)
		}
		if !slices.ContainsFunc(list, worker) {
			return
		}
		if !app.Pause(b.ctx, 25*time.Millisecond) {
			b.t.Fatal("the worker of an earlier page does not end")
		}
	}
}

// streams reports whether the page has asked for its stream.
func asksStream(sent map[string]int) bool {
	for name := range sent {
		if strings.HasSuffix(name, " /stream") {
			return true
		}
	}
	return false
}
