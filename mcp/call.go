package mcp

import (
	"context"
	"errors"
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

// record does what, and records that the client asked for it and how it ended.
func (c *call) record(action history.Action, ref app.Ref, details map[string]any, what func() (run string, err error)) error {
	target := ref.Project
	if ref.Name != "" {
		target = ref.String()
	}
	return c.o.History.Do(c.caller.actor(), action, target, details, what)
}

// operate does and records an operation on a server, and tells the client its progress if it waits.
func (c *call) operate(action history.Action, ref app.Ref, o supervisor.StartOptions, do operation) (r app.Result, err error) {
	o.Actor = c.caller.actor()
	var details map[string]any
	if o.Wait != "" {
		details = map[string]any{"wait": o.Wait}
		defer c.watch(ref)()
	}
	err = c.record(action, ref, details, func() (string, error) {
		r, err = do(c.ctx, ref, o)
		return runOf(r, err), err
	})
	return r, err
}

// operation is a start, stop, restart or run of the supervisor.
type operation func(context.Context, app.Ref, supervisor.StartOptions) (app.Result, error)

// runOf returns the run that an operation was about, whether it succeeded or not.
func runOf(r app.Result, err error) string {
	if e := (*app.Error)(nil); errors.As(err, &e) {
		return e.Run
	}
	return r.Run
}
