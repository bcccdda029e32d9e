package guard

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func FuzzHost(f *testing.F) {
	for _, s := range []string{"localhost:7912", "LOCALHOST.:7912", "[::1]:7912", "[::1]", "a:b:7912", "]:7912", "", ":",
		":7912", "localhost:07912", "ſ:7912"} {
		f.Add(s)
	}
	handler := onPort()
	f.Fuzz(func(t *testing.T, host string) {
		r := httptest.NewRequest(http.MethodGet, "/healthz", nil)
		r.Host = host
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		name, ok := strings.CutSuffix(strings.ToLower(host), ":7912")
		name = strings.TrimSuffix(name, ".")
		ours := ok && (name == "localhost" || name == "127.0.0.1" || name == "[::1]" || name == "devservers.localhost")
		if (w.Code == 204) != ours || (!ours && w.Code != 403) {
			t.Errorf("%q: %d", host, w.Code)
		}
	})
}

func FuzzOrigin(f *testing.F) {
	for _, s := range []string{"http://localhost:7912", "null", "", "http://", "http://[::1", "https://localhost:7912",
		"http://localhost:7912/", "HTTP://localhost:7912", "\x00", "http://%zz"} {
		f.Add(s, "same-origin")
		f.Add(s, "")
	}
	handler := onPort()
	f.Fuzz(func(t *testing.T, origin, site string) {
		r := httptest.NewRequest(http.MethodPost, "/login", strings.NewReader(`{"code":"x"}`))
		r.Host = "localhost:7912"
		r.Header.Set("Content-Type", "application/json")
		r.Header["Origin"], r.Header["Sec-Fetch-Site"] = []string{origin}, []string{site}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		passed := w.Code == 204
		ours := strings.EqualFold(strings.TrimSuffix(strings.ToLower(origin), ".:7912"), "http://localhost") ||
			strings.EqualFold(origin, "http://localhost:7912")
		if passed && !ours {
			t.Errorf("%q (%q) was let through", origin, site)
		}
		if !passed && w.Code != 403 {
			t.Errorf("%q (%q): %d", origin, site, w.Code)
		}
		if origin == "http://localhost:7912" && (site == "" || site == "same-origin" || site == "none") && !passed {
			t.Errorf("our own page (%q) is refused: %d", site, w.Code)
		}
	})
}
