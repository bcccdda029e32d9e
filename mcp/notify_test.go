package mcp_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// notified returns the notifications of one method that a call sent.
func (a *agent) notified(method string) (messages []string) {
	for {
		select {
		case n := <-a.notes:
			if n.Method == method {
				text, _ := n.Params.AdditionalFields["message"].(string)
				data, _ := n.Params.AdditionalFields["data"].(string)
				messages = append(messages, text+data)
			}
		default:
			return messages
		}
	}
}

// closed keeps shop/late from listening until the file that it returns is removed.
func (w *world) closed(dir string) (file string) {
	w.T.Helper()
	file = filepath.Join(dir, "closed")
	w.must(os.WriteFile(file, nil, 0o600))
	return file
}

// The server opens its port only when the progress states that the start waits for it.
func TestProgressIsSentDuringAStart(t *testing.T) {
	t.Parallel()
	for _, legacy := range []bool{false, true} {
		w := newWorld(t)
		closed := w.closed(w.project("shop", shop))
		a := w.agent("/mcp", legacy)
		var progress []string
		a.client.OnNotification(func(n protocol.JSONRPCNotification) {
			message, _ := n.Params.AdditionalFields["message"].(string)
			if progress = append(progress, message); strings.Contains(message, "shop/late is starting: waiting for port") {
				w.check(os.RemoveAll(closed))
			}
		})
		request := protocol.CallToolRequest{}
		request.Params.Name, request.Params.Arguments = "start_server", given{"server": "late", "timeout_s": 45}
		request.Params.Meta = &protocol.Meta{ProgressToken: "t1"}
		if r, err := a.client.CallTool(context.Background(), request); err != nil || a.read(r).field("state") != "ready" {
			t.Errorf("legacy %v: %v %+v after %q", legacy, err, r, progress)
		}
	}
}

func TestLogMessagesFollowSetLevel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agent("/mcp", true)
	a.ok("start_server", given{"server": "slow", "timeout_s": 1})
	if got := a.notified("notifications/message"); len(got) != 0 {
		t.Errorf("%q came without a level", got)
	}
	a.wantsInfo()
	a.ok("restart_server", given{"server": "slow", "timeout_s": 2})
	got := strings.Join(a.notified("notifications/message"), "\n")
	if !strings.Contains(got, "shop/slow is") || !strings.Contains(got, "\nworking") {
		t.Errorf("no state, or no output: %q", got)
	}
}

// wantsInfo turns log messages on, as clients of the earlier revisions do.
func (a *agent) wantsInfo() {
	a.T.Helper()
	level := protocol.SetLevelRequest{}
	level.Params.Level = protocol.LoggingLevelInfo
	a.must(a.client.SetLevel(context.Background(), level)) //nolint:staticcheck // it is about them
}

func TestOldestLogLevelIsEvicted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	w.endpoint.KeepLevels(2)
	agents := []*agent{w.agent("/mcp", true), w.agent("/mcp", true), w.agent("/mcp", true)}
	for _, a := range agents {
		a.wantsInfo()
	}
	for i, a := range agents {
		a.ok("restart_server", given{"server": "slow", "timeout_s": 1})
		if got := a.notified("notifications/message"); (len(got) > 0) != (i > 0) {
			t.Errorf("client %d: %q", i, got)
		}
	}
}
