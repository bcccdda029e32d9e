package mcp

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"devservers/app"
	"devservers/app/logs"
	"devservers/app/words"
	"devservers/mcp/output"
	"devservers/mcp/session"
)

// tellEvery is the shortest time between two notifications of one call.
const tellEvery = 500 * time.Millisecond

// watch reports the state of ref and its last line to the client until stop is called: as progress, if the client
// requested it, and as log messages, which it turns on with a level. Then what ref prints is sent as log messages, too. It
// sends current states, so it may skip some changes.
func (c *call) watch(ref app.Ref) (stop func()) {
	hears := session.Hears(c.ctx)
	if c.token == nil && !hears {
		return func() {}
	}
	ctx, cancel := context.WithCancel(c.ctx)
	var all sync.WaitGroup
	all.Go(func() { c.follow(ctx, ref) })
	if hears {
		all.Go(func() { c.stream(ctx, ref) })
	}
	return func() {
		cancel()
		all.Wait()
	}
}

func (c *call) follow(ctx context.Context, ref app.Ref) {
	said, step := "", 0
	for ctx.Err() == nil {
		changed := c.sup.Changed()
		st, err := c.sup.Status(ref)
		if err != nil {
			return
		}
		now := progressOf(st)
		if last := c.lastLines(ref, 1); len(last) > 0 && st.State.Up() {
			now += " | " + output.Tidy(last[0], 200)
		}
		if now != said {
			said, step = now, step+1
			c.tell(said, step)
		}
		if !app.Pause(ctx, tellEvery) {
			return
		}
		select {
		case <-changed:
		case <-time.After(tellEvery): // its last line may be another one
		case <-ctx.Done():
		}
	}
}

// mostStreamed bounds the lines that one call sends as log messages.
const mostStreamed = 500

// levelOf is the level of a log message for a line.
var levelOf = map[string]protocol.LoggingLevel{
	"error": protocol.LoggingLevelError, "warn": protocol.LoggingLevelWarning, "debug": protocol.LoggingLevelDebug,
}

// stream sends what ref prints as log messages.
func (c *call) stream(ctx context.Context, ref app.Ref) {
	sent := 0
	_ = c.reader.Follow(ctx, logs.Query{Ref: ref, Limit: -1}, func(p app.LogPage) error {
		for _, l := range p.Lines {
			if sent++; sent > mostStreamed {
				return errEnough
			}
			level := cmp.Or(levelOf[l.Level], protocol.LoggingLevelInfo)
			_ = c.server.SendLogMessageToClient(ctx, protocol.NewLoggingMessageNotification(level, ref.String(), output.CutLine(l.Text)))
		}
		return nil
	})
}

// errEnough ends a stream of lines; get_server_logs has the others.
var errEnough = errors.New("enough")

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
