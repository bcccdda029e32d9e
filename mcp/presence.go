package mcp

import (
	"context"
	"net/http"
	"net/url"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/mcp/session"
)

// Run stops what clients have started once they are gone, if keep_alive_on_llm_exit is false, until ctx ends. The
// status of a server names who started it, so this works across restarts of the manager.
func (e *Endpoint) Run(ctx context.Context) {
	go e.crashes.Watch(ctx)
	look := time.NewTicker(time.Minute)
	defer look.Stop()
	for {
		select {
		case <-look.C:
		case <-e.left:
		case <-ctx.Done():
			return
		}
		if !e.o.Settings().KeepAliveOnLLMExit {
			e.callers.StopOrphans(ctx, e.sup, e.o.History, e.began, time.Now())
		}
	}
}

// withVisit is for mcp-go's HTTPContextFunc.
func (e *Endpoint) withVisit(ctx context.Context, r *http.Request) context.Context {
	return session.WithCaller(ctx, r, e.o.Settings())
}

// goodbye records that a client has ended its session: by DELETE, with the session id of the protocol or of the bridge.
func (e *Endpoint) goodbye(r *http.Request) {
	e.callers.Leave(session.CallerOf(e.withVisit(r.Context(), r)))
	select {
	case e.left <- struct{}{}:
	default: // it is about to look
	}
}

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
