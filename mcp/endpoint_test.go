package mcp_test

import (
	"net/http"
	"os"
	"strings"
	"testing"
)

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`

// initialize starts a session as clients of earlier revisions do, and returns the answer with its id.
func (w *world) initialize() string {
	w.T.Helper()
	got := w.do("POST", "/mcp", hello)
	id := got.Header.Get("Mcp-Session-Id")
	if got.StatusCode != 200 || id == "" || !strings.Contains(got.body, `"instructions"`) {
		w.T.Fatalf("%d %s", got.StatusCode, got.body)
	}
	return id
}

const ping = `{"jsonrpc":"2.0","id":2,"method":"ping"}`

func session(id string) func(*http.Request) { return header("Mcp-Session-Id", id) }

func TestSessionSurvivesManagerRestart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.initialize()
	if got := w.do("POST", "/mcp", ping, session(id)); got.StatusCode != 200 {
		t.Fatalf("%d %s", got.StatusCode, got.body)
	}
	w.close(true)
	w.open()
	if got := w.do("POST", "/mcp", ping, session(id)); got.StatusCode != 200 {
		t.Errorf("after the restart: %d %s", got.StatusCode, got.body)
	}
	if got := w.do("DELETE", "/mcp", "", session(id)); got.StatusCode != 200 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := w.do("POST", "/mcp", ping, session(id)); got.StatusCode != 404 {
		t.Errorf("after its end: %d %s", got.StatusCode, got.body)
	}
}

func TestSessionIDIsNotACredential(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.initialize()
	for _, edit := range [][]func(*http.Request){{anonymous}, {header("Authorization", "Bearer wrong")}} {
		if got := w.do("POST", "/mcp", ping, append(edit, session(id))...); got.StatusCode != 401 {
			t.Errorf("%d %s", got.StatusCode, got.body)
		}
	}
	end := "AA"
	if strings.HasSuffix(id, end) {
		end = "BA"
	}
	if got := w.do("POST", "/mcp", ping); got.StatusCode != 400 {
		t.Errorf("without an id: %d %s", got.StatusCode, got.body)
	}
	for _, forged := range []string{"x", "mcp-session-5c2b", id[:len(id)-2] + end, id + "AA", strings.ToLower(id)} {
		if got := w.do("POST", "/mcp", ping, session(forged)); got.StatusCode != 404 {
			t.Errorf("%q: %d %s", forged, got.StatusCode, got.body)
		}
	}
}

// TestSessionBelongsToItsCredential: with another client's, its id is unknown, and can't end it.
func TestSessionBelongsToItsCredential(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	secret, _, err := w.access.AddToken("other")
	if err != nil {
		t.Fatal(err)
	}
	other := header("Authorization", "Bearer "+secret)
	id := w.initialize()
	for _, method := range []string{"POST", "DELETE"} {
		if got := w.do(method, "/mcp", ping, session(id), other); got.StatusCode != 404 {
			t.Errorf("%s: %d %s", method, got.StatusCode, got.body)
		}
	}
	if got := w.do("DELETE", "/mcp", "", session("unknown")); got.StatusCode != 404 {
		t.Errorf("the end of an unknown session: %d %s", got.StatusCode, got.body)
	}
	if got := w.do("POST", "/mcp", ping, session(id)); got.StatusCode != 200 {
		t.Errorf("its own client: %d %s", got.StatusCode, got.body)
	}
}

func TestKeyIsPrivateAndReplacedIfBroken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	file := w.Dirs.State + "/mcp-key"
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() != 32 {
		t.Fatalf("%v %v", info, err)
	}
	id := w.initialize()
	w.close(true)
	w.must(os.WriteFile(file, []byte("torn"), 0o600))
	w.open()
	if got := w.do("POST", "/mcp", ping, session(id)); got.StatusCode != 404 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	w.initialize()
}

func TestNoStreamIsHeldOpen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got := w.do("GET", "/mcp", "", session(w.initialize()))
	if got.StatusCode != 405 || !strings.Contains(got.Header.Get("Allow"), "POST") {
		t.Errorf("%d %v %s", got.StatusCode, got.Header, got.body)
	}
}

func TestForeignOriginsAndHostsAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, path := range []string{"/mcp", "/mcp/p/shop"} {
		if got := w.do("POST", path, hello, header("Origin", "http://localhost:3000")); got.StatusCode != 403 {
			t.Errorf("%s: another origin: %d", path, got.StatusCode)
		}
		if got := w.do("POST", path, hello, func(r *http.Request) { r.Host = "evil.test" }); got.StatusCode != 403 {
			t.Errorf("%s: another name: %d", path, got.StatusCode)
		}
		if got := w.do("POST", path, strings.Repeat(" ", 1<<20+1)); got.StatusCode != 413 {
			t.Errorf("%s: a large body: %d", path, got.StatusCode)
		}
		if got := w.do("POST", path, hello, anonymous); got.StatusCode != 401 {
			t.Errorf("%s: nobody: %d", path, got.StatusCode)
		}
	}
}
