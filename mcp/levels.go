package mcp

import (
	"context"
	"net/http"
	"net/url"

	"devservers/mcp/session"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"
)

// levelsKept bounds what logging/setLevel leaves behind: many more than the clients of one machine. The library stores
// a session's level until the client's DELETE, which most never send. Here the session that set one longest ago loses
// it, and receives only errors until it sets it again.
const levelsKept = 1024

// hooks returns what the endpoint does after the library.
func (e *Endpoint) hooks() *mcpgo.Hooks {
	h := &mcpgo.Hooks{}
	h.AddAfterSetLevel(func(ctx context.Context, _ any, _ *protocol.SetLevelRequest, _ *protocol.EmptyResult) {
		if s := mcpgo.ClientSessionFromContext(ctx); s != nil {
			e.hasLevel(s.SessionID())
		}
	})
	h.AddAfterInitialize(e.elicit.Began)
	return h
}

func (e *Endpoint) hasLevel(id string) {
	if gone := e.levels.Add(id); gone != "" {
		e.release(gone)
	}
}

// release drops everything that the library stores about a legacy session once it has its id. From then on each of its
// requests has a session of its own: an idle session costs nothing, its answers cannot get into each other's streams,
// and a request after a restart of the manager works like one before it.
func (e *Endpoint) release(id string) {
	e.ids.Spare(id)
	e.http.Handle(session.Nobody{Answer: http.Header{}}, &mcpgo.HTTPRequest{
		Method: http.MethodDelete, URL: &url.URL{}, Header: http.Header{mcpgo.HeaderKeySessionID: {id}},
		Context: context.Background(),
	})
}
