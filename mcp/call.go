package mcp

import (
	"context"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/app"
	"devservers/app/history"
	"devservers/app/supervisor"
)

// call is one call of a tool. Its context bounds only the waiting: what it starts keeps running when its client is gone.
type call struct {
	*Endpoint
	ctx     context.Context
	tool    tool
	visit   visit
	caller  caller
	token   any // of progress; nil = the client wants none
	server  *mcpgo.MCPServer
	project string // its argument; "" = none
}

// handler returns t for the library. Every failure is a result that a model can read, never an error of the protocol.
func (e *Endpoint) handler(s *mcpgo.MCPServer, t tool) mcpgo.ToolHandlerFunc {
	return func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		ctx, release := e.ending.bound(ctx)
		defer release()
		c := &call{Endpoint: e, ctx: ctx, tool: t, visit: visitOf(ctx), caller: callerOf(ctx), server: s}
		if r.Params.Meta != nil {
			c.token = r.Params.Meta.ProgressToken
		}
		e.callers.seen(c.caller, time.Now())
		answer, err := t.do(c, r.Params.Arguments)
		if err != nil {
			return c.failure(err), nil
		}
		return result(answer), nil
	}
}

// record does what, and records that the client requested it and how it ended.
func record[T any](c *call, action history.Action, ref app.Ref, details map[string]any, what func() (T, error)) (T, error) {
	return history.Record(c.o.History, c.caller.actor(), action, ref, details, what)
}

// operate does and records an operation on a server, and tells the client its progress if it waits.
func (c *call) operate(action history.Action, ref app.Ref, o supervisor.StartOptions, do operation) (app.Result, error) {
	o.Actor = c.caller.actor()
	var details map[string]any
	if o.Wait != "" {
		details = map[string]any{"wait": o.Wait}
		defer c.watch(ref)()
	}
	r, err := record(c, action, ref, details, func() (app.Result, error) { return do(c.ctx, ref, o) })
	return r, c.o.Why.Explain(c.ctx, ref, err)
}

// operation is a start, stop, restart or run of the supervisor.
type operation func(context.Context, app.Ref, supervisor.StartOptions) (app.Result, error)
