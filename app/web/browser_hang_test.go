//go:build real

package web

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// impatient makes the shared worker fail to load, and the page's own stream wait a second instead of 22.
const impatient = `
	window.SharedWorker = class {
		constructor() { this.port = { postMessage() {} }; queueMicrotask(() => this.onerror(new Event("error"))); }
	};
	const wait = window.setTimeout;
	window.setTimeout = (f, ms, ...more) => wait(f, ms === 22000 ? 1000 : ms, ...more);`

// TestPageNoticesAManagerThatHangs lets streams stay silent, as those of a stopped process do, in a browser whose shared
// worker can't be loaded.
func TestPageNoticesAManagerThatHangs(t *testing.T) {
	h := newHouse(t)
	var hangs atomic.Bool
	answer := h.Handler()
	h.http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if hangs.Load() && r.URL.Path == "/stream" {
			<-r.Context().Done()
			return
		}
		answer.ServeHTTP(w, r)
	})
	b := signedIn(t, h.manager)
	b.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(impatient).Do(ctx)
		return err
	}))
	b.visit("/")
	h.ask(servers+"web/start", "")
	b.until(says("web", "ready")) // by a stream of the page's own
	hangs.Store(true)
	b.until(`!document.getElementById("lost").hidden`)
	hangs.Store(false)
	h.ask(servers+"web/stop", "")
	b.until(`document.getElementById("lost").hidden && ` + says("web", "stopped"))
}
