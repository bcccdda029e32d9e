package mcp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// agent is a client of the library's own, over real HTTP.
type agent struct {
	*world
	client *client.Client
	notes  chan protocol.JSONRPCNotification
}

// agent connects. path is /mcp or one that fixes a project; legacy speaks the revision before the last.
func (w *world) agent(path string, legacy bool) *agent {
	w.T.Helper()
	return w.agentOf("tester", path, legacy)
}

// agentNamed connects to /mcp under another name.
func (w *world) agentNamed(name string) *agent {
	w.T.Helper()
	return w.agentOf(name, "/mcp", false)
}

func (w *world) agentOf(name, path string, legacy bool) *agent {
	w.T.Helper()
	// A connection that the manager closes at its end might be used once more before that is seen: net/http says EOF then.
	basic := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	tr, err := transport.NewStreamableHTTP(w.url()+path,
		transport.WithHTTPBasicClient(basic), transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token,
			"User-Agent": name + "/1"}))
	w.must(err)
	var options []client.ClientOption
	if legacy {
		options = append(options, client.WithLegacyProtocolOnly()) //nolint:staticcheck // old clients are what it is about
	}
	a := &agent{world: w, client: client.NewClient(tr, options...), notes: make(chan protocol.JSONRPCNotification, 1000)}
	a.client.OnNotification(func(n protocol.JSONRPCNotification) { a.notes <- n })
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	w.must(a.client.Start(ctx))
	hello := protocol.InitializeRequest{}
	hello.Params.ProtocolVersion = protocol.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = protocol.Implementation{Name: name, Version: "1"}
	_, err = a.client.Initialize(ctx, hello)
	w.must(err)
	w.T.Cleanup(func() {
		_ = a.client.Close()
		basic.CloseIdleConnections()
	})
	return a
}

// answer is what a tool answered: its text, its structured form, and whether it failed.
type answer struct {
	t      testing.TB
	text   string
	data   map[string]any
	failed bool
}

func (a *agent) call(tool string, args map[string]any) answer {
	a.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	r, err := a.ask(ctx, tool, args)
	if err != nil {
		a.T.Fatalf("%s %v: %v", tool, args, err)
	}
	return r
}

func (a *agent) ask(ctx context.Context, tool string, args map[string]any) (answer, error) {
	request := protocol.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = tool, args
	r, err := a.client.CallTool(ctx, request)
	if err != nil {
		return answer{}, err
	}
	return a.read(r), nil
}

func (a *agent) read(r *protocol.CallToolResult) answer {
	out := answer{t: a.T, failed: r.IsError}
	for _, c := range r.Content {
		out.text += c.(protocol.TextContent).Text
	}
	b, _ := json.Marshal(r.StructuredContent)
	_ = json.Unmarshal(b, &out.data)
	return out
}

// ok is a call that has to succeed.
func (a *agent) ok(tool string, args map[string]any) answer {
	a.T.Helper()
	r := a.call(tool, args)
	if r.failed {
		a.T.Fatalf("%s %v failed: %s", tool, args, r.text)
	}
	return r
}

// fails is a call that has to fail with code, and says all of words.
func (a *agent) fails(code, tool string, args map[string]any, words ...string) answer {
	a.T.Helper()
	r := a.call(tool, args)
	if !r.failed || r.data["code"] != code {
		a.T.Fatalf("%s %v: %s", tool, args, r.text)
	}
	r.says(words...)
	return r
}

// says fails unless the text holds all words.
func (r answer) says(words ...string) {
	r.t.Helper()
	for _, word := range words {
		if !strings.Contains(r.text, word) {
			r.t.Errorf("%q is missing in:\n%s", word, r.text)
		}
	}
}

// field is a field of the structured form as text.
func (r answer) field(name string) string {
	s, _ := r.data[name].(string)
	return s
}

type given = map[string]any
