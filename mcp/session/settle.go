package session

import (
	"bytes"
	"context"
	"crypto/rand"
	"net/http"
	"sync"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"
)

// The library drops a notification that it is still forwarding when the answer comes. So a last word is sent before the
// answer, behind all notifications. Once it arrives at the writer, which keeps it from the client, all have arrived.

// LastWord is the method of a notification that no client ever receives. It cannot be guessed, so that output cannot
// forge it.
type LastWord string

// NewLastWord returns a new one.
func NewLastWord() LastWord { return LastWord("devservers/settled-" + rand.Text()) }

// Watched returns w and r so that the word is noticed when it arrives at w. A writer that cannot stream never gets one.
func (m LastWord) Watched(w http.ResponseWriter, r *http.Request) (http.ResponseWriter, *http.Request) {
	stream, ok := w.(http.Flusher)
	if !ok {
		return w, r
	}
	arrived := make(chan struct{})
	r = r.WithContext(context.WithValue(r.Context(), arrivedKey{}, (<-chan struct{})(arrived)))
	return &lastWordWriter{ResponseWriter: w, Flusher: stream, word: []byte(m),
		arrived: sync.OnceFunc(func() { close(arrived) })}, r
}

type arrivedKey struct{}

// lastWordWriter relies on the library writing each notification in one piece.
type lastWordWriter struct {
	http.ResponseWriter
	http.Flusher
	word    []byte
	arrived func()
}

func (w *lastWordWriter) Write(p []byte) (int, error) {
	if bytes.Contains(p, w.word) {
		w.arrived()
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap is for http.ResponseController.
func (w *lastWordWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// longestSettling bounds the wait for one that is lost, as when two requests of a session share its notifications.
const longestSettling = time.Second

// Settle makes an answer wait until the notifications before it are written, if there may be any.
func (m LastWord) Settle(next mcpgo.ToolHandlerFunc) mcpgo.ToolHandlerFunc {
	return func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		answer, err := next(ctx, r)
		if r.Params.Meta != nil && r.Params.Meta.ProgressToken != nil || Hears(ctx) {
			m.send(ctx)
		}
		return answer, err
	}
}

func (m LastWord) send(ctx context.Context) {
	session := mcpgo.ClientSessionFromContext(ctx)
	arrived, ok := ctx.Value(arrivedKey{}).(<-chan struct{})
	if session == nil || !ok {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, longestSettling)
	defer cancel()
	note := protocol.JSONRPCNotification{JSONRPC: protocol.JSONRPC_VERSION,
		Notification: protocol.Notification{Method: string(m)}}
	select {
	case session.NotificationChannel() <- note:
	case <-ctx.Done():
		return
	}
	select {
	case <-arrived:
	case <-ctx.Done():
	}
}

// Hears reports whether the client has turned log messages on.
func Hears(ctx context.Context) bool {
	if info := mcpgo.RequestProtocolInfoFromContext(ctx); info != nil && info.Modern {
		return info.LogLevel != ""
	}
	s, ok := mcpgo.ClientSessionFromContext(ctx).(mcpgo.SessionWithLogging)
	return ok && protocol.LoggingLevelInfo.ShouldSendTo(s.GetLogLevel())
}
