package proxy

import (
	"net/http"
	"testing"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/tests/fc"
)

// TestForeignPagesDoNotWake: any page could keep a server awake with an image.
func TestForeignPagesDoNotWake(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		headers []string
		wakes   bool
	}{
		"an image of another site": {[]string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Dest", "image", "Sec-Fetch-Mode",
			"no-cors"}, false},
		"a frame of another site": {[]string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Dest", "iframe", "Sec-Fetch-Mode",
			"navigate", "Sec-Fetch-User", "?1"}, false},
		"a window that a script opened": {[]string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Dest", "document",
			"Sec-Fetch-Mode", "navigate"}, false},
		"a script of another site": {[]string{"Sec-Fetch-Site", "cross-site", "Origin", "https://example.com"}, false},
		"a link that a person followed": {[]string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Dest", "document",
			"Sec-Fetch-Mode", "navigate", "Sec-Fetch-User", "?1"}, true},
		"a page of another server of ours": {[]string{"Sec-Fetch-Site", "cross-site", "Origin",
			"http://web.shop.localhost:7912"}, true},
		"an address that was typed": {[]string{"Sec-Fetch-Site", "none"}, true},
		"a program":                 {nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			st := w.behind(app.Sleeping, nil)
			st.URL = ""
			w.set(st)
			w.onStart = func() { st.State = app.Failed; w.set(st) }
			w.do(w.request("GET", "/", nil, append(c.headers, "Accept", "text/html")...))
			if c.wakes {
				fc.Until(t, "it wakes the server", func() bool { return w.started.Load() != 0 })
			} else if w.started.Load() != 0 {
				t.Error("it wakes the server")
			}
		})
	}
}

// TestUntrustedProjectTakesNoName: it may be called so for just that.
func TestUntrustedProjectTakesNoName(t *testing.T) {
	t.Parallel()
	of := func(id string, trust settings.TrustState) app.ProjectView {
		return app.ProjectView{ID: id, Trust: trust,
			Servers: []app.Status{{Project: id, Name: "web", Kind: config.KindServer}}}
	}
	host := app.HostName(app.Ref{Project: "shop", Name: "web"})
	twin := []app.ProjectView{of("SHOP", settings.NeverTrusted), of("shop", settings.Trusted)}
	if at := table(twin)[host]; at.Project != "shop" || len(at.others) > 0 {
		t.Errorf("%+v", at)
	}
	twin[0].Trust = settings.Trusted
	if at := table(twin)[host]; len(at.others) != 1 {
		t.Errorf("of two that are trusted, neither is meant: %+v", at)
	}
}

func TestClientCannotSayItsOwnAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got := make(chan http.Header, 1)
	w.behind(app.Ready, func(_ http.ResponseWriter, r *http.Request) { got <- r.Header })
	w.do(w.request("GET", "/", nil, "X-Real-IP", "10.0.0.1"))
	if h := <-got; h.Get("X-Real-IP") != "127.0.0.1" {
		t.Errorf("%v", h)
	}
}

func TestLinesOfBrowsersKeepTheirDirection(t *testing.T) {
	t.Parallel()
	if got := plain("a\u202eb\u2066c"); got != "a b c" {
		t.Errorf("%q", got)
	}
}
