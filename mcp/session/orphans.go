package session

import (
	"context"
	"net/http"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
)

// StopOrphans stops the servers whose client is gone, but not pinned ones. began is when the manager did.
func (c *Callers) StopOrphans(ctx context.Context, sup *supervisor.Supervisor, h *history.Store, began, now time.Time) {
	for _, st := range app.Statuses(sup.Projects()) {
		if st.State.Up() && !st.Pinned && st.Actor != nil && st.Actor.Kind == app.ActorMCP &&
			c.Gone(st.Actor.Client, began, now) {
			StopFor(ctx, sup, h, st, "the client that started it is gone")
		}
	}
}

// StopFor stops a server or task in the name of who has started it, and records why.
func StopFor(ctx context.Context, sup *supervisor.Supervisor, h *history.Store, st app.Status, why string) {
	_, _ = history.Record(h, *st.Actor, history.Stop, st.Ref(), map[string]any{"because": why},
		func() (app.Result, error) {
			return sup.Stop(ctx, st.Ref(), supervisor.StartOptions{Actor: *st.Actor, Timeout: time.Minute})
		})
}

// IsBridge reports whether a DELETE ends a session of the stdio bridge, which the library does not know.
func IsBridge(r *http.Request) bool {
	return r.Header.Get(SessionHeader) != "" && r.Header.Get(mcpgo.HeaderKeySessionID) == ""
}
