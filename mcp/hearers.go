package mcp

import (
	"context"
	"sync"

	"devservers/mcp/session"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"
)

// hearers bounds what logging/setLevel leaves behind. The library stores a session's level until the client's DELETE,
// which most never send. Here the session that set one longest ago loses it, and receives only errors until it sets it
// again.
type hearers struct {
	mu  sync.Mutex
	set *session.Recent
}

// hearersKept is many more than the clients of one machine.
const hearersKept = 1024

// hooks returns what the endpoint does after the library.
func (e *Endpoint) hooks() *mcpgo.Hooks {
	h := &mcpgo.Hooks{}
	h.AddAfterSetLevel(func(ctx context.Context, _ any, _ *protocol.SetLevelRequest, _ *protocol.EmptyResult) {
		if s := mcpgo.ClientSessionFromContext(ctx); s != nil {
			e.hasLevel(s.SessionID())
		}
	})
	return h
}

func (e *Endpoint) hasLevel(id string) {
	e.hearers.mu.Lock()
	gone := e.hearers.set.Add(id)
	e.hearers.mu.Unlock()
	if gone != "" {
		e.release(gone)
	}
}
