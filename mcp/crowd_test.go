package mcp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"devservers/app"
	"devservers/tests/fc"
)

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestIdleSessionsCostNothing(t *testing.T) {
	const sessions = max(300, 1000/fc.Fewer)
	w := newWorld(t)
	w.project("shop", shop)
	w.agent("/mcp", true).ok("list_projects", nil)
	before, routines := heap(), runtime.NumGoroutine()
	for range sessions {
		id := w.initialize()
		w.do("POST", "/mcp", `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"list_projects"}}`, session(id))
	}
	after := heap()
	each := (int64(after) - int64(before)) / sessions
	t.Logf("%d bytes of heap for each of %d sessions; goroutines %d, before %d", each, sessions, runtime.NumGoroutine(),
		routines)
	if each > 2000 {
		t.Errorf("%d bytes for each session", each)
	}
	if n := runtime.NumGoroutine() - routines; n > 20 {
		t.Errorf("%d goroutines more", n)
	}
}

func TestFiftyConcurrentWaitsAreAnswered(t *testing.T) {
	t.Parallel()
	const waiting = 50
	w := newWorld(t)
	w.project("shop", "servers:\n  chat: {command: FC echo}\n")
	agents := []*agent{w.agent("/mcp", false), w.agent("/mcp", true)}
	agents[0].ok("start_server", given{"server": "chat"})
	var all sync.WaitGroup
	begun := make(chan struct{}, waiting)
	for i := range waiting {
		all.Go(func() {
			begun <- struct{}{}
			r, err := agents[i%2].ask(context.Background(), "wait_for",
				given{"server": "chat", "until": "log", "pattern": "got hello", "timeout_s": 45})
			if err != nil || r.failed || r.data["met"] != true {
				t.Errorf("%v %s", err, r.text)
			}
		})
	}
	for range waiting {
		<-begun
	}
	terminal, err := w.Sup.Console(app.Ref{Project: "shop", Name: "chat"})
	w.must(err)
	w.must(terminal.Input([]byte("hello\n")))
	all.Wait()
}

// The client of the official SDK is an implementation that is not ours.
func TestGoSDKClientWorks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	basic := &http.Client{Transport: bearer{&http.Transport{DisableKeepAlives: true}}}
	defer basic.CloseIdleConnections()
	client := sdk.NewClient(&sdk.Implementation{Name: "foreign", Version: "1"}, nil)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s, err := client.Connect(ctx, &sdk.StreamableClientTransport{Endpoint: w.url() + "/mcp", HTTPClient: basic}, nil)
	w.must(err)
	defer s.Close()
	list, err := s.ListTools(ctx, nil)
	if err != nil || len(list.Tools) < 12 {
		t.Fatalf("%v %+v", err, list)
	}
	started, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "start_server", Arguments: given{"server": "web"}})
	w.must(err)
	b, _ := json.Marshal(started.StructuredContent)
	if started.IsError || !strings.Contains(string(b), `"state":"ready"`) {
		t.Errorf("%s", b)
	}
	w.close(true)
	w.open()
	logs, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "get_server_logs", Arguments: given{"server": "web"}})
	if err != nil || logs.IsError || !strings.Contains(logs.Content[0].(*sdk.TextContent).Text, "listening on") {
		t.Errorf("after a restart: %v %+v", err, logs)
	}
	failed, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "start_server", Arguments: given{"server": "bad"}})
	if err != nil || !failed.IsError {
		t.Errorf("%v %+v", err, failed)
	}
}

// bearer adds the manager's token.
type bearer struct{ http.RoundTripper }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+token)
	return b.RoundTripper.RoundTrip(r)
}

func (b bearer) CloseIdleConnections() { b.RoundTripper.(*http.Transport).CloseIdleConnections() }
