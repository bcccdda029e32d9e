package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
)

const described = "https://agent.example.com/client.json"

// described returns a client that a document describes, and counts how often that is read.
func visitDescribed(t *testing.T) (visitor, *int) {
	t.Helper()
	read := 0
	m := serveWith(t, func(s *Site) {
		s.oauth.Document = func(_ context.Context, address string) ([]byte, error) {
			read++
			return fmt.Appendf(nil, `{"client_id":%q,"client_name":"Known Agent","redirect_uris":["http://127.0.0.1/callback"]}`,
				address), nil
		}
	})
	return visitor{m, m.signIn(), described}, &read
}

func TestClientOfADocumentConnects(t *testing.T) {
	t.Parallel()
	v, read := visitDescribed(t)
	got := v.do("GET", v.question(), "", anonymous, v.onUI)
	if got.StatusCode != 401 || !strings.Contains(got.body, "agent.example.com") || *read != 0 {
		t.Errorf("%d, read %d times: %s", got.StatusCode, *read, got.body)
	}
	page := v.ask().body
	if !strings.Contains(page, "Known Agent") || !strings.Contains(page, "agent.example.com") ||
		!strings.Contains(page, "The name is verified") {
		t.Errorf("%s", page)
	}
	tokens := v.connect()
	if got := v.do("POST", "/mcp", "{}", with(tokens.Access)); !strings.Contains(got.body, `"name":"Known Agent"`) {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := v.ask("redirect_uri", "http://127.0.0.1:4001/other"); got.StatusCode != 400 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if !strings.Contains(v.do("GET", "/.well-known/oauth-authorization-server", "", anonymous).body,
		`"client_id_metadata_document_supported":true`) {
		t.Error("it is not announced")
	}
	forged := v.say(url.Values{"client_id": {"https://other.example.com/c"}, "redirect_uri": {callback}, "seal": {"x"}},
		"allow")
	if forged.StatusCode != 403 || *read != 1 {
		t.Errorf("%d, read %d times", forged.StatusCode, *read)
	}
}

// TestClientConnectsWithoutANetwork: nobody vouches for it, so it may return to this machine alone.
func TestClientConnectsWithoutANetwork(t *testing.T) {
	t.Parallel()
	failure := error(&net.DNSError{Err: "no such host", Name: "agent.example.com"})
	m := serveWith(t, func(s *Site) {
		s.oauth.Document = func(context.Context, string) ([]byte, error) { return nil, failure }
	})
	v := visitor{m, m.signIn(), described}
	if page := v.ask().body; !strings.Contains(page, "is not verified") || !strings.Contains(page, "agent.example.com") ||
		strings.Contains(page, "The name is verified") {
		t.Errorf("%s", page)
	}
	if got := v.ask("redirect_uri", "https://vscode.dev/redirect"); got.StatusCode != 400 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	tokens := v.connect()
	if got := v.do("POST", "/mcp", "{}", with(tokens.Access)); !strings.Contains(got.body, "agent.example.com") {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	failure = errors.New("its server answered 404") // which is an answer
	v.id = "https://agent.example.com/other.json"
	if got := v.ask(); got.StatusCode != 400 || !strings.Contains(got.body, "answered 404") {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

func TestPersonChoosesTheProjectOfAGrant(t *testing.T) {
	t.Parallel()
	m := serve(t)
	v := visit(m, "Some Agent")
	page := v.ask().body
	if !strings.Contains(page, `<option value="" selected>`) || !strings.Contains(page, `<option value="shop">`) ||
		!strings.Contains(page, "is not verified") {
		t.Errorf("%s", page)
	}
	if page = v.ask("resource", v.origin("localhost")+"/mcp/p/shop").body; !strings.Contains(page,
		`<option value="shop" selected>`) {
		t.Errorf("%s", page)
	}
	fields := formOf(t, page)
	fields.Set("project", "nowhere")
	if got := v.say(fields, "allow"); got.StatusCode != 400 || got.Header.Get("Location") != "" {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	fields.Set("project", "shop")
	back, err := url.Parse(v.say(fields, "allow").Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	v.tokens(v.trade("grant_type", "authorization_code", "code", back.Query().Get("code"), "code_verifier", verifier))
	if list := m.o.Access.List(); len(list) != 1 || list[0].Project != "shop" {
		t.Errorf("%+v", list)
	}
	for _, path := range []string{"/settings", "/api/history?action=allow"} {
		if got := m.do("GET", path, "", cookie(v.cookie), m.onUI); !strings.Contains(got.body, "shop") {
			t.Errorf("%s: %s", path, got.body)
		}
	}
}
