package session

import (
	mcpgo "github.com/mark3labs/mcp-go/server"

	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/logs"
	"devservers/mcp/render"
)

// tellEvery is the shortest time between two notifications of one call.
const tellEvery = 500 * time.Millisecond

// Teller reports to one call's client.
type Teller struct {
	Ctx    context.Context // of the call
	Sup    *supervisor.Supervisor
	Logs   *logs.Logs
	Server *mcpgo.MCPServer
	Token  any                                       // of progress; nil = the client wants none
	Mask   func(text string) string                  // of secrets
	Last   func(ref app.Ref, n int) (lines []string) // the last lines of a server
}

// Watch reports the state of ref and its last line to the client until stop is called: as progress, if the client
// requested it, and as log messages, which it turns on with a level. Then what ref prints is sent as log messages, too.
// It sends current states, so it may skip some changes.
func (t Teller) Watch(ref app.Ref) (stop func()) {
	hears := Hears(t.Ctx)
	if t.Token == nil && !hears && !Can(t.Ctx) {
		return func() {}
	}
	ctx, cancel := context.WithCancel(t.Ctx)
	var all sync.WaitGroup
	all.Go(func() { t.follow(ctx, ref) })
	if hears {
		all.Go(func() { t.stream(ctx, ref) })
	}
	return func() {
		cancel()
		all.Wait()
	}
}

func (t Teller) follow(ctx context.Context, ref app.Ref) {
	said, step := "", 0
	for ctx.Err() == nil {
		changed := t.Sup.Changed()
		st, err := t.Sup.Status(ref)
		if err != nil {
			return
		}
		now := t.progressOf(st)
		Say(t.Ctx, now) // nothing that it has printed
		if last := t.Last(ref, 1); len(last) > 0 && st.State.Up() {
			now += " | " + render.Tidy(last[0], 200)
		}
		if now != said {
			said, step = now, step+1
			t.tell(said, step)
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
func (t Teller) stream(ctx context.Context, ref app.Ref) {
	sent := 0
	_ = t.Logs.Follow(ctx, logs.Query{Ref: ref, Limit: -1}, func(p app.LogPage) error {
		for _, l := range p.Lines {
			if sent++; sent > mostStreamed {
				return errEnough
			}
			level := cmp.Or(levelOf[l.Level], protocol.LoggingLevelInfo)
			_ = t.Server.SendLogMessageToClient(ctx, protocol.NewLoggingMessageNotification(level, ref.String(),
				render.CutLine(t.Mask(l.Text))))
		}
		return nil
	})
}

// errEnough ends a stream of lines; get_server_logs has the others.
var errEnough = errors.New("enough")

func (t Teller) progressOf(st app.Status) string {
	return st.Ref().String() + " " + words.IsBecause(string(st.State), render.Tidy(t.Mask(st.Reason), 200))
}

func (t Teller) tell(message string, step int) {
	if t.Token != nil {
		_ = t.Server.SendNotificationToClient(t.Ctx, string(protocol.MethodNotificationProgress), map[string]any{
			"progressToken": t.Token, "progress": step, "message": message,
		})
	}
	note := protocol.NewLoggingMessageNotification(protocol.LoggingLevelInfo, "devservers", message)
	_ = t.Server.SendLogMessageToClient(t.Ctx, note)
}
