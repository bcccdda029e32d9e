package mcp

import (
	"context"
	"sync"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"
)

// hearers bounds what logging/setLevel leaves behind. The library keeps a session's level until the client's DELETE, which
// most never send; here the session that set one longest ago loses it, and hears errors alone until it sets it again.
type hearers struct {
	mu  sync.Mutex
	set *recent
}

// hearersKept is many more than clients that are there at once.
const hearersKept = 1024

// hooks are what the endpoint does after the library.
func (e *Endpoint) hooks() *mcpgo.Hooks {
	h := &mcpgo.Hooks{}
	h.AddAfterSetLevel(func(ctx context.Context, _ any, _ *protocol.SetLevelRequest, _ *protocol.EmptyResult) {
		if s := mcpgo.ClientSessionFromContext(ctx); s != nil {
			e.hasLevel(s.SessionID())
		}
	})
	return h
}

func (e *Endpoint) hasLevel(session string) {
	e.hearers.mu.Lock()
	gone := e.hearers.set.add(session)
	e.hearers.mu.Unlock()
	if gone != "" {
		e.release(gone)
	}
}
