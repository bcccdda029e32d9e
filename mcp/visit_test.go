package mcp_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestInstructionsFitInto512Characters(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var got struct{ Result struct{ Instructions string } }
	w.must(json.Unmarshal([]byte(w.do("POST", "/mcp", hello).body), &got))
	if n := utf8.RuneCountInString(got.Result.Instructions); n < 100 || n > 512 {
		t.Errorf("%d characters: %s", n, got.Result.Instructions)
	}
}

func TestLinksUseTheClientsAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	id := w.initialize()
	link := func(edit ...func(*http.Request)) string {
		edit = append(edit, session(id))
		got := w.do("POST", "/mcp", `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"list_projects"}}`,
			edit...)
		_, rest, _ := strings.Cut(got.body, `"viewer_url":"`)
		url, _, _ := strings.Cut(rest, `"`)
		return url
	}
	forwarded := header("X-Forwarded-Host", "box.example:8443")
	if got := link(forwarded); got != w.url()+"/p/shop" {
		t.Errorf("a proxy that nobody has named is believed: %s", got)
	}
	w.settings.TrustedProxies = []string{"127.0.0.0/8", "::1"}
	if got := link(forwarded, header("X-Forwarded-Proto", "https")); got != "https://box.example:8443/p/shop" {
		t.Errorf("%s", got)
	}
	if got := link(header("X-Forwarded-Host", `evil" onload="x`)); got != w.url()+"/p/shop" {
		t.Errorf("%s", got)
	}
	name := strings.Replace(w.url(), "localhost", "127.0.0.1", 1)
	if got := link(func(r *http.Request) { r.Host = strings.TrimPrefix(name, "http://") }); got != name+"/p/shop" {
		t.Errorf("%s", got)
	}
}
