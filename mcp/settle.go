package mcp

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

// The library drops a notification that it is still forwarding when the answer comes. So before an answer a last word goes the
// way of the notifications, behind the last; once it arrives at the writer, which keeps it from the client, all are there.

// lastWord is the method of a notification that no client ever gets. That it cannot be guessed keeps output from forging it.
type lastWord string

func newLastWord() lastWord { return lastWord("devservers/settled-" + rand.Text()) }

// watched is w, which tells when it arrives. A writer that cannot stream never gets one.
func (m lastWord) watched(w http.ResponseWriter, r *http.Request) (http.ResponseWriter, *http.Request) {
	stream, ok := w.(http.Flusher)
	if !ok {
		return w, r
	}
	arrived := make(chan struct{})
	r = r.WithContext(context.WithValue(r.Context(), arrivedKey{}, (<-chan struct{})(arrived)))
	return &lastWordWriter{ResponseWriter: w, Flusher: stream, word: []byte(m), arrived: sync.OnceFunc(func() { close(arrived) })}, r
}

type arrivedKey struct{}

// lastWordWriter relies on the library writing each notification at once.
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

// longestSettling is for one that goes astray, as when two requests of a session share its notifications.
const longestSettling = time.Second

// settle lets an answer wait until the notifications before it are written, when there may be any.
func (m lastWord) settle(next mcpgo.ToolHandlerFunc) mcpgo.ToolHandlerFunc {
	return func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		answer, err := next(ctx, r)
		if r.Params.Meta != nil && r.Params.Meta.ProgressToken != nil || hears(ctx) {
			m.send(ctx)
		}
		return answer, err
	}
}

func (m lastWord) send(ctx context.Context) {
	session := mcpgo.ClientSessionFromContext(ctx)
	arrived, ok := ctx.Value(arrivedKey{}).(<-chan struct{})
	if session == nil || !ok {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, longestSettling)
	defer cancel()
	note := protocol.JSONRPCNotification{JSONRPC: protocol.JSONRPC_VERSION, Notification: protocol.Notification{Method: string(m)}}
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
