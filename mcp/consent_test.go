//go:build real && linux

package mcp_test

import (
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// browser is a person's browser with a session, on the one name that has sessions.
func (w *world) browser() func(*http.Request) {
	w.T.Helper()
	var link struct{ URL string }
	w.must(json.Unmarshal([]byte(w.do("POST", "/api/login", "").body), &link))
	address, err := url.Parse(link.URL)
	w.must(err)
	got := w.do("POST", "/login", `{"code":"`+address.Fragment+`"}`, anonymous,
		func(r *http.Request) { r.Host = address.Host })
	if len(got.Cookies()) != 1 {
		w.T.Fatalf("%d %s", got.StatusCode, got.body)
	}
	return func(r *http.Request) {
		anonymous(r)
		r.Host = address.Host
		r.Header.Set("Accept", "text/html")
		r.AddCookie(got.Cookies()[0])
	}
}

var hidden = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"`)

// allow opens what a client asks, clicks Allow, and gives the address that leads back to the client.
func (w *world) allow(question, name string) string {
	w.T.Helper()
	asking, err := url.Parse(question)
	w.must(err)
	led, err := url.Parse(w.do("GET", asking.RequestURI(), "", anonymous).Header.Get("Location"))
	w.must(err)
	browser := w.browser()
	page := w.do("GET", led.RequestURI(), "", browser)
	if !strings.Contains(page.body, html.EscapeString(name)) {
		w.T.Errorf("the question does not name %s: %s", name, page.body)
	}
	fields := url.Values{"answer": {"allow"}}
	for _, m := range hidden.FindAllStringSubmatch(page.body, -1) {
		fields.Set(m[1], html.UnescapeString(m[2]))
	}
	said := w.do("POST", led.Path, fields.Encode(), browser,
		header("Content-Type", "application/x-www-form-urlencoded"), header("Origin", "http://"+led.Host))
	back := said.Header.Get("Location")
	if said.StatusCode != 303 || !strings.Contains(back, "code=") {
		w.T.Fatalf("%d %q %s", said.StatusCode, back, said.body)
	}
	return back
}
