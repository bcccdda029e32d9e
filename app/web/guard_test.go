package web

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/web/wire"
	"devservers/static"
	"devservers/views"
)

// fill gives a path of the table with its parameters filled in.
func fill(path string) string {
	return strings.NewReplacer(":id", "shop", ":name", "web", ":run", "r1", "*", "style.css").Replace(path)
}

func TestEveryRouteNeedsACredential(t *testing.T) {
	t.Parallel()
	m := serve(t)
	stolen := m.signIn()
	ways := map[string][]func(*http.Request){
		"nothing":                             {anonymous},
		"a wrong token":                       {header("Authorization", "Bearer "+testToken+"x")},
		"a token's begin":                     {header("Authorization", "Bearer "+testToken[:20])},
		"an empty token":                      {header("Authorization", "Bearer ")},
		"another scheme":                      {header("Authorization", "Basic "+testToken)},
		"a session on 127.0.0.1":              {cookie(stolen)},
		"a session of no browser":             {cookie(&http.Cookie{Name: stolen.Name, Value: "00"}), m.onUI},
		"a wrong token and a session":         {cookie(stolen), m.onUI, header("Authorization", "Bearer x")},
		"a session by a page of a neighbor":   {cookie(stolen), m.onUI, header("Sec-Fetch-Site", "same-site")},
		"a session by a page of another site": {cookie(stolen), m.onUI, header("Sec-Fetch-Site", "cross-site")},
		"a session by a page of nowhere":      {cookie(stolen), m.onUI, header("Sec-Fetch-Site", "what")},
	}
	rows := append(m.table(), route{method: "GET", path: "/nowhere"}, route{method: "GET", path: "/api/nowhere"},
		route{method: "POST", path: "/"}, route{method: "DELETE", path: "/api/status"}, route{method: "GET",
			path: "/debug/pprof/"})
	for _, row := range rows {
		if row.who == anyone {
			continue
		}
		for way, edits := range ways {
			if row.method != "GET" && strings.Contains(way, "page") {
				continue // refused even earlier, by its origin
			}
			got := m.do(row.method, fill(row.path), "", edits...)
			if got.StatusCode != http.StatusUnauthorized || got.Header.Get("WWW-Authenticate") == "" {
				t.Errorf("%s %s with %s: %d %s", row.method, row.path, way, got.StatusCode, got.body)
				continue
			}
			if row.method != "HEAD" {
				if p := got.problem(t); p.Code != app.CodeUnauthorized || p.Hint == "" {
					t.Errorf("%s %s with %s: %s", row.method, row.path, way, got.body)
				}
			}
		}
	}
}

func TestTokenInTheQueryIsRefused(t *testing.T) {
	t.Parallel()
	m := serve(t)
	for _, name := range []string{"token", "access_token", "authorization"} {
		got := m.do("GET", "/api/status?"+name+"="+testToken, "", anonymous)
		if got.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: %d", name, got.StatusCode)
		}
	}
	if strings.Contains(m.log.String(), testToken) {
		t.Error("the token is in the log")
	}
}

func TestNotFoundAndMethodNotAllowed(t *testing.T) {
	t.Parallel()
	m := serve(t)
	got := m.do("GET", "/api/nowhere", "")
	if p := got.problem(t); got.StatusCode != 404 || p.Code != app.CodeNotFound {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	got = m.do("DELETE", "/api/status", "")
	if p := got.problem(t); got.StatusCode != 405 || p.Code != wire.CodeMethod ||
		!strings.Contains(got.Header.Get("Allow"), "GET") {
		t.Errorf("%d %q %s", got.StatusCode, got.Header.Get("Allow"), got.body)
	}
	for _, method := range []string{"OPTIONS", "PUT", "PATCH", "TRACE", "BREW"} {
		got := m.do(method, "/api/projects", "")
		if got.StatusCode != 405 || got.Header.Get("Allow") == "" {
			t.Errorf("%s: %d", method, got.StatusCode)
		}
	}
}

func TestForeignHostsAreRefused(t *testing.T) {
	t.Parallel()
	m := serve(t)
	port := fmt.Sprint(m.Port())
	good := []string{"localhost:" + port, "LocalHost:" + port, "127.0.0.1:" + port, "[::1]:" + port, "localhost.:" + port,
		"DEVSERVERS.localhost:" + port}
	for _, h := range good {
		if got := m.do("GET", "/api/status", "", host(h)); got.StatusCode != 200 {
			t.Errorf("%s: %d %s", h, got.StatusCode, got.body)
		}
	}
	bad := []string{
		"localhost", "127.0.0.1", "localhost:1", "localhost:0" + port, "127.0.0.2:" + port, "127.1:" + port, "0.0.0.0:" +
			port, "2130706433:" + port,
		"0x7f000001:" + port, "127.0.0.1.nip.io:" + port, "evil.test:" + port, "localhost.evil.test:" + port,
		"evil.localhost:" + port,
		"x.devservers.localhost:" + port, "[::]:" + port, "::1:" + port, "[::ffff:127.0.0.1]:" + port, "localhost..:" + port,
		"localhost:" + port + ":" + port, "user@localhost:" + port,
	}
	for _, h := range bad {
		for _, path := range []string{"/", "/healthz", "/static/style.css", "/login", "/api/status", "/api/status/stream",
			"/api/events", "/nowhere"} {
			got := m.do("GET", path, "", host(h))
			if got.StatusCode == 400 { // net/http itself found that it is no host
				continue
			}
			if got.StatusCode != 403 || got.problem(t).Code != app.CodeHost {
				t.Errorf("%s%s: %d %s", h, path, got.StatusCode, got.body)
			}
		}
	}
}

// raw sends bytes as they are and gives the status line's code.
func (m *manager) raw(request string) int {
	m.t.Helper()
	c, err := net.Dial("tcp4", fmt.Sprintf("127.0.0.1:%d", m.Port()))
	if err != nil {
		m.t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	_, _ = io.WriteString(c, request)
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		m.t.Fatalf("%q: %v", request, err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

func TestMalformedHostsAreRefused(t *testing.T) {
	t.Parallel()
	m := serve(t)
	port := fmt.Sprint(m.Port())
	for request, want := range map[string]int{
		"GET /healthz HTTP/1.1\r\nHost: localhost:" + port + "\r\n\r\n":                                                200,
		"GET /healthz HTTP/1.1\r\n\r\n":                                                                                400,
		"GET /healthz HTTP/1.1\r\nHost: [::1%25lo]:" + port + "\r\n\r\n":                                               403,
		"GET /healthz HTTP/1.0\r\n\r\n":                                                                                403,
		"GET /healthz HTTP/1.1\r\nHost: localhost:" + port + "\r\nHost: evil.test\r\n\r\n":                             400,
		"GET http://localhost:" + port + "/healthz HTTP/1.1\r\nHost: localhost:" + port + "\r\n\r\n":                   403,
		"GET http://localhost:" + port + "/healthz HTTP/1.1\r\nHost: evil.test\r\n\r\n":                                403,
		"GET http://evil.test/healthz HTTP/1.1\r\nHost: localhost:" + port + "\r\n\r\n":                                403,
		"OPTIONS * HTTP/1.1\r\nHost: localhost:" + port + "\r\n\r\n":                                                   405,
		"CONNECT evil.test:80 HTTP/1.1\r\nHost: evil.test:80\r\n\r\n":                                                  403,
		"GET /healthz HTTP/1.1\r\nHost: localhost:" + port + "\r\nX: " + strings.Repeat("x", 2*maxHeader) + "\r\n\r\n": 431,
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n":                                                                             403,
	} {
		if got := m.raw(request); got != want {
			t.Errorf("%.80q: %d, want %d", request, got, want)
		}
	}
}

func TestForeignOriginsAreRefused(t *testing.T) {
	t.Parallel()
	m := serve(t)
	port := fmt.Sprint(m.Port())
	own := "http://127.0.0.1:" + port
	cases := []struct {
		origin, site string
		get, post    int
	}{
		{"", "", 200, 404},
		{own, "", 200, 404},
		{own, "same-origin", 200, 404},
		{"null", "", 403, 403},
		{"null", "same-origin", 403, 403},
		{"http://localhost:" + port, "", 403, 403},
		{"http://127.0.0.1:3000", "same-site", 403, 403},
		{"http://127.0.0.1", "", 403, 403},
		{"https://127.0.0.1:" + port, "", 403, 403},
		{"http://evil.test", "cross-site", 403, 403},
		{"http://evil.test:" + port, "", 403, 403},
		{own + "/", "", 403, 403},
		{own + ".evil.test", "", 403, 403},
		{"http://127.0.0.1:" + port + "@evil.test", "", 403, 403},
		{"chrome-extension://abc", "", 403, 403},
		{"file://", "", 403, 403},
		{"", "cross-site", 200, 403},
		{"", "same-site", 200, 403},
	}
	for _, c := range cases {
		edit := func(r *http.Request) {
			if c.origin != "" {
				r.Header.Set("Origin", c.origin)
			}
			if c.site != "" {
				r.Header.Set("Sec-Fetch-Site", c.site)
			}
		}
		if got := m.do("GET", "/api/status", "", edit); got.StatusCode != c.get {
			t.Errorf("GET from %q %q: %d", c.origin, c.site, got.StatusCode)
		}
		if got := m.do("POST", "/api/nowhere", "{}", edit); got.StatusCode != c.post {
			t.Errorf("POST from %q %q: %d", c.origin, c.site, got.StatusCode)
		}
	}
	two := func(r *http.Request) { r.Header["Origin"] = []string{own, "http://evil.test"} }
	if got := m.do("GET", "/healthz", "", two); got.StatusCode != 403 {
		t.Errorf("two origins: %d", got.StatusCode)
	}
}

func TestEveryAnswerHasSecurityHeaders(t *testing.T) {
	t.Parallel()
	m := serve(t)
	for _, path := range []string{"/healthz", "/", "/login", "/static/style.css", "/api/status", "/nowhere",
		"/static/nowhere"} {
		for _, edit := range []func(*http.Request){anonymous, host("evil.test"), m.onUI} {
			h := m.do("GET", path, "", edit).Header
			if h.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: CORS", path)
			}
			kept := "no-store"
			if h.Get("ETag") != "" { // a file that holds no secrets
				kept = "no-cache"
			}
			if h.Get("Cache-Control") != kept || h.Get("ETag") != "" && !strings.HasPrefix(path, "/static/") {
				t.Errorf("%s: it may be kept: %q", path, h.Get("Cache-Control"))
			}
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
				"Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "same-origin",
			} {
				if h.Get(name) != want {
					t.Errorf("%s: %s is %q", path, name, h.Get(name))
				}
			}
			csp := h.Get("Content-Security-Policy")
			if !strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "unsafe") {
				t.Errorf("%s: %s", path, csp)
			}
		}
	}
}

// A page of a project that looks like the page of a server must be one that views.PagePath knows.
func TestServersNamedLikePagesHaveAnotherAddress(t *testing.T) {
	t.Parallel()
	m := serve(t)
	for _, row := range m.table() {
		name, ok := strings.CutPrefix(row.path, "/p/:id/")
		if !ok || row.method != http.MethodGet || strings.ContainsAny(name, "/:") {
			continue
		}
		if got, want := views.PagePath(app.Ref{Project: "x", Name: name}), "/p/x/"+name+"/page"; got != want {
			t.Errorf("the page of a server called %s has the address %s, want %s", name, got, want)
		}
	}
}

func TestStaticFiles(t *testing.T) {
	t.Parallel()
	m := serve(t)
	if got := m.do("GET", "/static/style.css", "", anonymous); got.StatusCode != 200 ||
		!strings.Contains(got.Header.Get("Content-Type"), "css") {
		t.Errorf("%d %v", got.StatusCode, got.Header)
	}
	for _, path := range []string{"/static/", "/static/static.go", "/static/../server.go", "/static/%2e%2e/server.go",
		"/static/..%2fserver.go",
		"/static//etc/passwd", "/static/%2fetc%2fpasswd", "/static/style.css%00", `/static/..\server.go`} {
		request := "GET " + path + " HTTP/1.1\r\nHost: localhost:" + fmt.Sprint(m.Port()) + "\r\nConnection: close\r\n\r\n"
		if got := m.raw(request); got != 404 && got != 400 {
			t.Errorf("%s: %d", path, got)
		}
	}
}

func TestStaticFilesComeCompressedAndPlain(t *testing.T) {
	t.Parallel()
	m := serve(t)
	for _, name := range []string{"app.css", "icon.svg", "js/page.js", "vendor/xterm-6.0.0.mjs",
		"vendor/htmx-4.0.1.min.js"} {
		plain := m.do("GET", "/static/"+name, "", anonymous, header("Accept-Encoding", "identity"))
		small := m.do("GET", "/static/"+name, "", anonymous, header("Accept-Encoding", "gzip"))
		want, err := static.Read(name)
		if err != nil || plain.body != string(want) || plain.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %v, %d bytes as %q", name, err, len(plain.body), plain.Header.Get("Content-Encoding"))
		}
		got := []byte(small.body)
		if small.Header.Get("Content-Encoding") == "gzip" {
			got, err = static.Decompressed(got)
		}
		if err != nil || string(got) != string(want) || len(want) > 1000 && len(small.body) >= len(want) {
			t.Errorf("%s: %v, %d bytes compressed, %d as it is", name, err, len(small.body), len(want))
		}
		for _, one := range []reply{plain, small} {
			tag := header("If-None-Match", one.Header.Get("ETag"))
			if again := m.do("GET", "/static/"+name, "", anonymous,
				header("Accept-Encoding", cmp.Or(one.Header.Get("Content-Encoding"),
					"identity")), tag); again.StatusCode != http.StatusNotModified {
				t.Errorf("%s: %d", name, again.StatusCode)
			}
		}
	}
}
