package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"devservers/app/config"
	"devservers/app/web/guard"
)

func TestBrowserSignsInWithACode(t *testing.T) {
	t.Parallel()
	m := serve(t)
	c := m.signIn()
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Domain != "" || c.Path != "/" || c.Value == testToken {
		t.Errorf("%+v", c)
	}
	if got := m.do("GET", "/api/status", "", cookie(c), m.onUI); got.StatusCode != 200 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := m.do("GET", "/", "", cookie(c), m.onUI); got.StatusCode != 200 ||
		!strings.Contains(got.body, `id="counts"`) {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := m.do("POST", "/logout", "", cookie(c), m.onUI); got.StatusCode != 204 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := m.do("GET", "/api/status", "", cookie(c), m.onUI); got.StatusCode != 401 {
		t.Errorf("after signing out: %d", got.StatusCode)
	}
}

func TestCodeWorksOnceAndOnItsHost(t *testing.T) {
	t.Parallel()
	m := serve(t)
	var login LoginAnswer
	if err := json.Unmarshal([]byte(m.do("POST", "/api/login", "").body), &login); err != nil {
		t.Fatal(err)
	}
	body := `{"code":"` + login.URL[strings.Index(login.URL, "#")+1:] + `"}`
	for i, want := range []struct {
		status int
		edit   func(*http.Request)
	}{{403, host(strings.TrimPrefix(m.origin("localhost"), "http://"))}, {204, m.onUI}, {401, m.onUI}} {
		if got := m.do("POST", "/login", body, anonymous, want.edit); got.StatusCode != want.status {
			t.Errorf("try %d: %d %s", i, got.StatusCode, got.body)
		}
	}
	if got := m.do("POST", "/login", `{"code":""}`, anonymous, m.onUI); got.StatusCode != 401 {
		t.Errorf("no code: %d", got.StatusCode)
	}
}

func TestSessionCannotMakeCodes(t *testing.T) {
	t.Parallel()
	m := serve(t)
	if got := m.do("POST", "/api/login", "", cookie(m.signIn()), m.onUI); got.StatusCode != 403 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

func TestPagesSayHowToSignIn(t *testing.T) {
	t.Parallel()
	m := serve(t)
	html := header("Accept", "text/html,*/*")
	for _, path := range []string{"/", "/p/shop/web/runs/r1", "/logs?level=error&q=a%20b"} {
		got := m.do("GET", path, "", anonymous, html)
		if got.StatusCode != 302 || got.Header.Get("Location") != m.origin(guard.UIHost)+path {
			t.Errorf("%s on 127.0.0.1: %d %q", path, got.StatusCode, got.Header.Get("Location"))
		}
		got = m.do("GET", path, "", anonymous, m.onUI, html)
		if got.StatusCode != 401 || !strings.Contains(got.body, "devservers open") ||
			strings.Contains(got.body, `http-equiv="refresh"`) || len(got.Cookies()) != 0 {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.body)
		}
		got = m.do("GET", path, "", anonymous, m.onUI, html, header("Sec-Fetch-Site", "cross-site"))
		if !strings.Contains(got.body, `http-equiv="refresh" content="0"`) {
			t.Errorf("%s from another site: %s", path, got.body)
		}
	}
	if got := m.do("GET", "//evil.test/%2e%2e", "", anonymous, html); strings.HasPrefix(got.Header.Get("Location"), "//") {
		t.Errorf("redirected to %q", got.Header.Get("Location"))
	}
}

func TestEditorsReadTheSchema(t *testing.T) {
	t.Parallel()
	got := serve(t).do("GET", "/devservers.schema.json", "", anonymous)
	if got.StatusCode != 200 || got.body != config.Schema() {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

func TestNoAnswerContainsTheToken(t *testing.T) {
	t.Parallel()
	m := serve(t)
	c := m.signIn()
	for _, path := range []string{"/", "/login", "/healthz", "/api/status", "/api/openapi.yaml", "/api/history",
		"/api/projects", "/nowhere"} {
		for _, edits := range [][]func(*http.Request){{}, {anonymous}, {cookie(c), m.onUI}, {anonymous, m.onUI}} {
			got := m.do("GET", path, "", edits...)
			var head strings.Builder
			_ = got.Header.Write(&head)
			if strings.Contains(got.body+head.String(), testToken) || strings.Contains(got.body+head.String(), c.Value) {
				t.Errorf("%s: %s", path, got.body)
			}
		}
	}
	if log := m.log.String(); strings.Contains(log, testToken) || strings.Contains(log, c.Value) {
		t.Errorf("log: %s", log)
	}
}
