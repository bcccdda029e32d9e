package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"devservers/app/access"
)

// pipes are a bridge started as clients start it.
type pipes struct {
	t     testing.TB
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
	err   *bytes.Buffer
}

func (h *testHome) bridge() *pipes {
	h.T.Helper()
	return openPipes(h.T, h.Command(context.Background(), "mcp"))
}

// openPipes starts a bridge.
func openPipes(t testing.TB, cmd *exec.Cmd) *pipes {
	t.Helper()
	b := &pipes{t: t, cmd: cmd, lines: make(chan string, 100), err: &bytes.Buffer{}}
	b.cmd.Stderr = b.err
	var out io.ReadCloser
	var err error
	if b.in, err = b.cmd.StdinPipe(); err == nil {
		out, err = b.cmd.StdoutPipe()
	}
	if err == nil {
		err = b.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(b.lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			b.lines <- scanner.Text()
		}
	}()
	return b
}

// say writes a line.
func (b *pipes) say(line string) {
	b.t.Helper()
	if _, err := io.WriteString(b.in, line+"\n"); err != nil {
		b.t.Fatal(err)
	}
}

// hear waits for the next line.
func (b *pipes) hear() string {
	b.t.Helper()
	select {
	case line, ok := <-b.lines:
		if !ok {
			b.t.Fatalf("the bridge has ended: %s", b.err)
		}
		return line
	case <-time.After(homeLimit):
		b.t.Fatal("no answer")
		return ""
	}
}

// ask sends a request and returns its result.
func (b *pipes) ask(id int, method, params string) string {
	b.t.Helper()
	b.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params))
	answer := b.hear()
	var got struct {
		ID     int             `json:"id"`
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil || got.ID != id || got.Result == nil {
		b.t.Fatalf("%s: %s", method, answer)
	}
	return answer
}

// end closes the input, which ends a bridge.
func (b *pipes) end() {
	b.t.Helper()
	if err := b.in.Close(); err != nil {
		b.t.Error(err)
	}
	for line := range b.lines {
		b.t.Errorf("nobody asked for %s", line)
	}
	if err := b.cmd.Wait(); err != nil {
		b.t.Errorf("%v: %s", err, b.err)
	}
}

const greeting = `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"some-agent","version":"1"}}`

const modern = `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"some-agent","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}`

func TestBridgeSurvivesRestartsOfTheManager(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.File(crashProject+"/devservers.yml", "project: crash\nservers:\n"+
		"  web: {command: devservers demo-server web, port: auto}\n")
	b := h.bridge() // starts the manager and registers the project
	b.ask(1, "initialize", greeting)
	b.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	b.ask(2, "ping", "{}")
	first, _ := h.Status()
	h.KillManager()
	b.ask(3, "ping", "{}")
	second, running := h.Status()
	if !running || second.Token == first.Token {
		t.Error("there is no other manager")
	}
	h.Must("stop", "--keep-servers")
	b.ask(4, "tools/call", `{"name":"stop_server","arguments":{"server":"web"}}`) // of the directory's project
	b.end()
	if got := h.Must("history", "--json"); !strings.Contains(got, `"client": "some-agent"`) ||
		!strings.Contains(got, `"target": "crash/web"`) {
		t.Errorf("the history does not name the client: %s", got)
	}
	if projects := h.Must("status", "--json"); !strings.Contains(projects, `"crash"`) {
		t.Errorf("the project is not registered: %s", projects)
	}
}

func TestBridgeWithoutSessions(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	b := h.bridge()
	b.ask(1, "tools/list", modern)
	h.KillManager()
	b.ask(2, "tools/list", modern)
	b.end()
}

func TestBridgeRejectsBadMessages(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	b := h.bridge()
	b.say(`{"jsonrpc":`)
	if got := b.hear(); !strings.Contains(got, `-32700`) || !strings.Contains(got, `"id":null`) {
		t.Errorf("%s", got)
	}
	b.say("")
	b.say(`{"jsonrpc":"2.0","id":"long","method":"ping","params":{"x":"` + strings.Repeat("x", 1<<20) + `"}}`)
	if got := b.hear(); !strings.Contains(got, `"id":"long"`) || !strings.Contains(got, "larger than") {
		t.Errorf("%s", got)
	}
	b.end()
}

// TestHelperGetsACredentialOfItsOwn: it is good for /mcp alone, and for nothing once a person has revoked it.
func TestHelperGetsACredentialOfItsOwn(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	headers := func() (authorization string) {
		var got map[string]string
		out := h.Must("mcp", "headers", "--client", "codex") // on standard output there is nothing but the headers
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return got["Authorization"]
	}
	own := headers()
	st, _ := h.Status()
	status := func(method, path, authorization string) int {
		r, err := http.NewRequest(method, st.URL+path, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", authorization)
		r.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	if strings.Contains(own, st.Token) || headers() != own || status("GET", "/api/status", own) != 401 ||
		status("POST", "/mcp", own) == 401 {
		t.Errorf("%s: /api %d, /mcp %d", own, status("GET", "/api/status", own), status("POST", "/mcp", own))
	}
	var list []access.Entry
	if err := json.Unmarshal([]byte(h.Must("token", "list", "--json")), &list); err != nil || len(list) != 1 ||
		list[0].Name != "codex" || list[0].Kind != access.KindHelper {
		t.Fatalf("%+v %v", list, err)
	}
	h.Must("token", "revoke", list[0].ID)
	if got := status("POST", "/mcp", own); got != 401 {
		t.Errorf("after it was revoked: %d", got)
	}
	if out, code := h.Call("mcp", "headers", "--client", "codex"); code == 0 ||
		!strings.Contains(out, "revoked this client's access") {
		t.Errorf("%d %s", code, out)
	}
	h.Must("token", "allow", list[0].ID)
	if again := headers(); again == own || status("POST", "/mcp", again) == 401 || status("POST", "/mcp", own) != 401 {
		t.Error("the old credential works again, or the new one does not")
	}
}

// TestBridgeGetsACredentialOfItsOwn: its name is the client's, and a revoked one is told so.
func TestBridgeGetsACredentialOfItsOwn(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	b := h.bridge()
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"some-agent","version":"1"}}}`
	b.say(hello)
	if got := b.hear(); !strings.Contains(got, "instructions") {
		t.Fatal(got)
	}
	var list []access.Entry
	if err := json.Unmarshal([]byte(h.Must("token", "list", "--json")), &list); err != nil || len(list) != 1 ||
		list[0].Name != "some-agent" || list[0].Kind != access.KindBridge {
		t.Fatalf("%+v %v", list, err)
	}
	h.Must("token", "revoke", list[0].ID)
	b.say(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	if got := b.hear(); !strings.Contains(got, "revoked this client's access") {
		t.Error(got)
	}
	h.Must("token", "allow", list[0].ID)
	b.say(strings.Replace(hello, `"id":1`, `"id":3`, 1))
	if got := b.hear(); !strings.Contains(got, "instructions") {
		t.Error(got)
	}
	b.end()
}
