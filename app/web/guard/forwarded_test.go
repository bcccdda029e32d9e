package guard

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestCookieIsSecureOverTLS signs in through proxies, of which only a trusted one may say that TLS is used.
func TestCookieIsSecureOverTLS(t *testing.T) {
	site := NewSite(7912)
	for _, c := range []struct {
		proto   string
		trusted bool
		secure  bool
	}{{"https", true, true}, {"https, http", true, true}, {"http", true, false}, {"", true, false}, {"https", false, false}} {
		h := Forwarded(site, func(string) bool { return c.trusted },
			http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { site.SetSession(w, r, "secret") }))
		r := httptest.NewRequest("POST", "/login", nil)
		r.Header.Set("X-Forwarded-Host", "box.example")
		r.Header.Set("X-Forwarded-Proto", c.proto)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if got := w.Result().Cookies()[0].Secure; got != c.secure {
			t.Errorf("%q, trusted %v: secure %v", c.proto, c.trusted, got)
		}
	}
}

// TestPagesBelowAPath asks through a proxy that serves the manager below a path, which it strips or not.
func TestPagesBelowAPath(t *testing.T) {
	site := NewSite(7912)
	page := `<a href="/p/shop" title="/srv/x" data-x="/y"><form action="/many/stop"></form><b>href=&#34;/p&#34;</b><a href="https://x/">`
	want := `<a href="/dev/box/p/shop" title="/srv/x" data-x="/y"><form action="/dev/box/many/stop"></form>` +
		`<b>href=&#34;/p&#34;</b><a href="https://x/">`
	for _, path := range []string{"/logs", "/dev/box/logs"} {
		for split := range len(page) {
			answer := func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/logs" || r.Referer() != "http://devservers.localhost:7912/p/shop?x=1" {
					t.Fatalf("%s from %s", r.URL.Path, r.Referer())
				}
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				w.Header().Set("Location", "/p/shop")
				_, _ = w.Write([]byte(page[:split]))
				_, _ = w.Write([]byte(page[split:]))
			}
			h := Forwarded(site, func(string) bool { return true }, http.HandlerFunc(answer))
			r := httptest.NewRequest("GET", path, nil)
			r.Header.Set("X-Forwarded-Host", "box.example")
			r.Header.Set("X-Forwarded-Prefix", "/dev/box/")
			r.Header.Set("Referer", "https://box.example/dev/box/p/shop?x=1")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Body.String() != want || w.Header().Get("Location") != "/dev/box/p/shop" {
				t.Fatalf("split at %d: %s", split, w.Body)
			}
		}
	}
}

func TestPrefixIsAPath(t *testing.T) {
	for prefix, want := range map[string]string{"/dev": "/dev", "/dev/": "/dev", "/a/b.c": "/a/b.c", "dev": "", "/": "",
		"//x": "", `/"><script>`: "", "/..": "", "/a/../b": "", "https://x": ""} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("X-Forwarded-Prefix", prefix)
		if got := prefixOf(r); got != want {
			t.Errorf("%q: %q, want %q", prefix, got, want)
		}
	}
}

func TestRefusalNamesTheSettingForProxies(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = "[::1]:4711"
	if got := atProxy(r, "use another name"); got != "use another name" {
		t.Errorf("without a proxy: %q", got)
	}
	r.Header.Set("X-Forwarded-Host", "box.example")
	if got := atProxy(r, "use another name"); !strings.Contains(got, `trusted_proxies: ["::1"]`) {
		t.Errorf("with a proxy: %q", got)
	}
}
