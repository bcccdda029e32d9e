package mcp

import (
	"context"
	"net/http"
	"time"

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
