//go:build real

package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPagesWorkBehindATrustedProxy reaches the manager as box.localhost:PORT through a proxy that changes the Host, as
// tunnels and codespaces do: pages, buttons, the stream and a terminal.
func TestPagesWorkBehindATrustedProxy(t *testing.T) {
	h := newHouse(t)
	trusts := true
	h.o.Trusts = func(addr string) bool { return trusts && strings.HasPrefix(addr, "127.0.0.1:") }
	h.http.Handler = h.Handler()
	to, err := url.Parse(h.origin("127.0.0.1"))
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.SetXForwarded()
		r.Out.Host = strings.Replace(to.Host, "127.0.0.1", "localhost", 1)
	}})
	t.Cleanup(proxy.Close) // after the browser, whose stream it would wait for
	origin := strings.Replace(proxy.URL, "127.0.0.1", "box.localhost", 1)
	var login LoginAnswer
	if err := json.Unmarshal([]byte(h.do("POST", "/api/login", "").body), &login); err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(login.URL, "/login")
	b := newBrowser(t, h.manager)
	b.run(chromedp.Navigate(origin+"/login"+code), chromedp.WaitVisible("#main"))
	b.until(fmt.Sprintf("location.origin === %q && window.htmx && document.documentElement.dataset.keys", origin))
	b.press("j", "s")
	b.until(says("web", "ready"))
	run := h.talk("hello")
	b.run(chromedp.Navigate(origin + runPath("chat", run)))
	b.until(isLive + "&&" + draws("got hello"))
	forged := func(r *http.Request) {
		anonymous(r)
		r.Header.Set("X-Forwarded-Host", "box.localhost")
		r.Header.Set("Origin", "http://evil.example")
	}
	if got := h.do("POST", "/p/shop/web/stop", "", forged); got.StatusCode != http.StatusForbidden {
		t.Errorf("a foreign origin got %d", got.StatusCode)
	}
	trusts = false
	if got := h.do("GET", "/", "", anonymous, header("X-Forwarded-Host", "box.localhost"),
		host("box.localhost")); got.StatusCode != http.StatusForbidden {
		t.Errorf("a proxy that nobody trusts got %d", got.StatusCode)
	}
}
