package mcp

import (
	"context"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"devservers/app"
	"devservers/app/words"
	"devservers/mcp/output"
)

// tellEvery is the shortest time between two notifications of one call.
const tellEvery = 500 * time.Millisecond

// watch reports the state of ref to the client until stop is called: as progress, if the client requested it, and as log
// messages, which it turns on with logging/setLevel. It sends current states, so it may skip some changes.
func (c *call) watch(ref app.Ref) (stop func()) {
	ctx, cancel := context.WithCancel(c.ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.follow(ctx, ref)
	}()
	return func() {
		cancel()
		<-done
	}
}

func (c *call) follow(ctx context.Context, ref app.Ref) {
	said, step := "", 0
	for range c.sup.Changes(ctx) {
		st, err := c.sup.Status(ref)
		if err != nil {
			return
		}
		if now := progressOf(st); now != said {
			said, step = now, step+1
			c.tell(said, step)
		}
		if !app.Pause(ctx, tellEvery) {
			return
		}
	}
}

func progressOf(st app.Status) string {
	return st.Ref().String() + " " + words.IsBecause(string(st.State), output.Tidy(st.Reason, 200))
}

func (c *call) tell(message string, step int) {
	if c.token != nil {
		_ = c.server.SendNotificationToClient(c.ctx, string(protocol.MethodNotificationProgress), map[string]any{
			"progressToken": c.token, "progress": step, "message": message,
		})
	}
	note := protocol.NewLoggingMessageNotification(protocol.LoggingLevelInfo, "devservers", message)
	_ = c.server.SendLogMessageToClient(c.ctx, note)
}
