package mcp

import (
	"context"
	"net/http"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
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
			e.stopOrphans(ctx, time.Now())
		}
	}
}

// stopOrphans stops the servers whose client is gone, but not pinned ones.
func (e *Endpoint) stopOrphans(ctx context.Context, now time.Time) {
	c := &call{Endpoint: e, ctx: ctx}
	for _, st := range app.Statuses(e.sup.Projects()) {
		if !st.State.Up() || st.Pinned || st.Actor == nil || st.Actor.Kind != app.ActorMCP ||
			!e.callers.Gone(st.Actor.Client, e.began, now) {
			continue
		}
		c.caller = session.Caller{Name: st.Actor.Client}
		because := map[string]any{"because": "the client that started it is gone"}
		_, _ = record(c, history.Stop, st.Ref(), because, func() (app.Result, error) {
			return e.sup.Stop(ctx, st.Ref(), supervisor.StartOptions{Actor: *st.Actor, Timeout: time.Minute})
		})
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

// isBridge reports whether a DELETE ends a session of the stdio bridge, which the library does not know.
func isBridge(r *http.Request) bool {
	return r.Header.Get(session.SessionHeader) != "" && r.Header.Get(mcpgo.HeaderKeySessionID) == ""
}
