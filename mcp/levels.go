package mcp

import (
	"context"
	"sync"

	"devservers/mcp/session"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"
)

// levels bounds what logging/setLevel leaves behind. The library stores a session's level until the client's DELETE,
// which most never send. Here the session that set one longest ago loses it, and receives only errors until it sets it
// again.
type levels struct {
	mu  sync.Mutex
	set *session.Recent
}

// levelsKept is many more than the clients of one machine.
const levelsKept = 1024

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
	e.levels.mu.Lock()
	gone := e.levels.set.Add(id)
	e.levels.mu.Unlock()
	if gone != "" {
		e.release(gone)
	}
}
