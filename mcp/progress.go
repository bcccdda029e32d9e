package mcp

import (
	"context"
	"fmt"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/app"
)

// tellEvery is the least time between two notifications of one call.
const tellEvery = 500 * time.Millisecond

// watch tells the client how ref gets on, as progress (when it asked for that) and as log messages (which it turns on
// with logging/setLevel), until stop is called. It tells what is, not what happens: changes in between are left out.
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
	for {
		changed := c.sup.Changed()
		st, err := c.sup.Status(ref)
		if err != nil {
			return
		}
		if now := progressOf(st); now != said {
			said, step = now, step+1
			c.tell(said, step)
		}
		if !pause(ctx, changed) {
			return
		}
	}
}

// pause waits for a change, and at least tellEvery; false = ctx ended.
func pause(ctx context.Context, changed <-chan struct{}) bool {
	least := time.NewTimer(tellEvery)
	defer least.Stop()
	for _, c := range []<-chan struct{}{nil, changed} {
		var timer <-chan time.Time
		if c == nil {
			timer = least.C
		}
		select {
		case <-c:
		case <-timer:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

func progressOf(st app.Status) string {
	text := fmt.Sprintf("%s is %s", st.Ref(), st.State)
	if st.Reason != "" {
		text += ": " + tidy(st.Reason, 200)
	}
	return text
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

// hears tells whether the client has turned log messages on.
func hears(ctx context.Context) bool {
	if info := mcpgo.RequestProtocolInfoFromContext(ctx); info != nil && info.Modern {
		return info.LogLevel != ""
	}
	s, ok := mcpgo.ClientSessionFromContext(ctx).(mcpgo.SessionWithLogging)
	return ok && protocol.LoggingLevelInfo.ShouldSendTo(s.GetLogLevel())
}
