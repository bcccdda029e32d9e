package proxy

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"devservers/app"
)

var web = app.Ref{Project: "shop", Name: "web"}

func consolePage(t *testing.T, body, kind string, policy ...string) (string, http.Header) {
	t.Helper()
	res := &http.Response{Header: http.Header{"Content-Type": {kind}}, Body: io.NopCloser(trickle{strings.NewReader(body)}),
		Request: httptest.NewRequest("GET", "/", nil)}
	if policy != nil {
		res.Header["Content-Security-Policy"] = policy
	}
	inject(res, func(string) {})
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), res.Header
}

// iotest reads a few bytes at a time.
type trickle struct{ from io.Reader }

func (r trickle) Read(b []byte) (int, error) { return r.from.Read(b[:min(len(b), 5)]) }

func TestScriptIsFirstInThePage(t *testing.T) {
	t.Parallel()
	const mark = "SCRIPT"
	for body, want := range map[string]string{
		"<!doctype html><html><head lang=x><title>a</title></head><body>b": "<!doctype html><html><head " +
			"lang=x>SCRIPT<title>a</title></head><body>b",
		"<!DOCTYPE html><title>a</title><p>b": "<!DOCTYPE html>SCRIPT<title>a</title><p>b",
		"<HTML><BODY><header>b":               "<HTML>SCRIPT<BODY><header>b",
		"plain":                               "SCRIPTplain",
		strings.Repeat("x", 9000) + "<head>":  "SCRIPT" + strings.Repeat("x", 9000) + "<head>",
	} {
		got, _ := consolePage(t, body, "text/html; charset=utf-8")
		start, end := strings.Index(got, "<script"), strings.Index(got, "</script>")
		if start < 0 {
			t.Fatalf("no script in %q", got)
		}
		if got = got[:start] + mark + got[end+len("</script>"):]; got != want {
			t.Errorf("got  %.80s\nwant %.80s", got, want)
		}
	}
	if got, _ := consolePage(t, "<head>", "text/plain"); got != "<head>" {
		t.Error(got)
	}
}

func TestPolicyPermitsTheScriptAndItsReports(t *testing.T) {
	t.Parallel()
	for policy, want := range map[string]string{
		"default-src 'none'":                     "default-src 'none'; script-src-elem 'nonce-N'; connect-src 'self'",
		"script-src 'none'; connect-src a.test":  "script-src 'nonce-N'; connect-src a.test 'self'",
		"script-src 'nonce-a' 'strict-dynamic'":  "script-src 'nonce-a' 'strict-dynamic' 'nonce-N'",
		"script-src 'sha256-x'; img-src *":       "script-src 'sha256-x' 'nonce-N'; img-src *",
		"default-src 'self'; script-src-elem b ": "default-src 'self'; script-src-elem b 'nonce-N'; connect-src 'self' 'self'",
		"img-src *":                              "img-src *",
	} {
		body, header := consolePage(t, "<head>", "text/html", policy)
		_, rest, _ := strings.Cut(body, `nonce="`)
		nonce, _, ok := strings.Cut(rest, `"`)
		if got := strings.ReplaceAll(header.Get("Content-Security-Policy"), nonce, "N"); !ok || got != want {
			t.Errorf("%s\ngot  %s\nwant %s", policy, got, want)
		}
	}
	body, header := consolePage(t, "<head>", "text/html", "script-src 'unsafe-inline'")
	if !strings.Contains(body, "<script>//") || header.Get("Content-Security-Policy") != "script-src 'unsafe-inline'" {
		t.Errorf("%s: %s", header.Get("Content-Security-Policy"), body)
	}
}

func (c *Console) post(t *testing.T, origin string, list ...report) int {
	t.Helper()
	body, _ := json.Marshal(list)
	r := httptest.NewRequest("POST", "http://web.shop.localhost:7912"+reportsPath, bytes.NewReader(body))
	r.Header.Set("Origin", origin)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	c.Serve(w, r, web)
	return w.Code
}

func TestReportsBecomeLines(t *testing.T) {
	t.Parallel()
	printed := ""
	c := &Console{Print: func(ref app.Ref, text string) error { printed += ref.String() + "\n" + text; return nil }}
	const origin = "http://web.shop.localhost:7912"
	fault := report{
		Level: "error", Text: "Uncaught TypeError: x is undefined\x1b[2J", Page: origin + "/cart",
		Frames: []frame{{"App", origin + "/src/App.jsx?t=1", 11, 5}, {"", "https://cdn.test/lib.js", 1, 200}},
	}
	if code := c.post(t, "http://evil.test", fault); code != http.StatusNotFound || printed != "" {
		t.Errorf("from another origin: %d, %q", code, printed)
	}
	if code := c.post(t, origin, fault, report{Level: "warning", Text: "old", Frames: fault.Frames[:1]},
		report{Level: "error", Text: "GET /api answered 500"}); code != http.StatusNoContent {
		t.Error(code)
	}
	want := "shop/web\n" + strings.ReplaceAll(`[browser] Uncaught TypeError: x is undefined [2J
[browser]     at App (src/App.jsx:11:5)
[browser]     at https://cdn.test/lib.js:1:200
[browser]     on http://web.shop.localhost:7912/cart
[browser] WARN: old (src/App.jsx:11:5)
[browser] ERROR: GET /api answered 500
[browser]     on 
`, "\n", "\r\n")
	if printed != want {
		t.Errorf("got  %q\nwant %q", printed, want)
	}
}

func TestReportsAreLimited(t *testing.T) {
	t.Parallel()
	lines := 0
	c := &Console{Print: func(_ app.Ref, text string) error { lines += strings.Count(text, "\n"); return nil }}
	for range 1000 {
		c.post(t, "http://web.shop.localhost:7912", report{Level: "warning", Text: "again"})
	}
	if lines < burst || lines > burst+200 {
		t.Errorf("%d lines", lines)
	}
}
