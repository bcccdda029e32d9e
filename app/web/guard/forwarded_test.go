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
