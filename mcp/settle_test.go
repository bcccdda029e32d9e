package mcp_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"
)

// chatter is a tool that sends its last notification right before its answer, which is where the library loses some.
func chatter(s *mcpgo.MCPServer) {
	s.AddTool(protocol.NewTool("chatter"), func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult,
		error) {
		for n := range 3 {
			_ = s.SendNotificationToClient(ctx, "notifications/progress",
				given{"progressToken": r.Params.Meta.ProgressToken, "progress": n, "message": fmt.Sprint(n)})
		}
		return protocol.NewToolResultText("done"), nil
	})
}

func TestNotificationsArriveBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	const calls, callers = 100, 4
	for _, legacy := range []bool{false, true} {
		w := newWorld(t)
		w.endpoint.AddFixtures(chatter)
		var all sync.WaitGroup
		for range callers {
			a := w.agent("/mcp", legacy)
			all.Go(func() {
				for n := range calls {
					if progress, err := a.chat(n); err != nil || !slices.Equal(progress, []string{"0", "1", "2"}) {
						t.Errorf("legacy %v, call %d: %v %v", legacy, n, progress, err)
						return
					}
				}
			})
		}
		all.Wait()
	}
}

// chat returns the notifications that the client received during one call.
func (a *agent) chat(n int) ([]string, error) {
	request := protocol.CallToolRequest{}
	request.Params.Name, request.Params.Meta = "chatter", &protocol.Meta{ProgressToken: fmt.Sprint(n)}
	_, err := a.client.CallTool(context.Background(), request)
	return a.notified("notifications/progress"), err
}

func TestLastWordIsHiddenFromClients(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.endpoint.AddFixtures(chatter)
	got := w.do("POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"chatter","_meta":{"progressToken":7}}}`, session(w.initialize()))
	if events := strings.Count(got.body, "event: message"); got.StatusCode != 200 || events != 4 ||
		strings.Contains(got.body, "devservers/") {
		t.Errorf("%d, %d events: %s", got.StatusCode, events, got.body)
	}
}
