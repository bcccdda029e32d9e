package mcp

import (
	"context"
	"errors"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/app"
)

// call is one call of a tool. Its context bounds the waiting alone: what it starts goes on when its client is gone.
type call struct {
	*Endpoint
	ctx     context.Context
	tool    tool
	args    args
	visit   visit
	caller  caller
	token   any // of progress; nil = the client wants none
	server  *mcpgo.MCPServer
	project string // that args or the address name
}

// longestWait bounds how long a call may wait: clients give up after 60 seconds.
const longestWait = 45

// handler is t for the library. Every failure is a result that a model can read, never an error of the protocol.
func (e *Endpoint) handler(s *mcpgo.MCPServer, t tool) mcpgo.ToolHandlerFunc {
	return func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		ctx, release := e.ending.bound(ctx)
		defer release()
		c := &call{Endpoint: e, ctx: ctx, tool: t, visit: visitOf(ctx), caller: callerOf(ctx), server: s}
		if r.Params.Meta != nil {
			c.token = r.Params.Meta.ProgressToken
		}
		e.callers.seen(c.caller, time.Now())
		answer, err := c.run(r.Params.Arguments)
		if err != nil {
			return c.failure(err), nil
		}
		return result(answer), nil
	}
}

func (c *call) run(given any) (any, error) {
	values, ok := given.(map[string]any)
	if given != nil && !ok {
		return nil, &app.Error{Code: app.CodeInvalid, Detail: "the arguments are no object", Hint: c.tool.name + " takes " + c.tool.usage()}
	}
	var err error
	if c.args, err = c.tool.check(values); err != nil {
		return nil, err
	}
	c.project = c.args.text("project")
	if !c.tool.reads {
		if err := c.callers.allow(c.caller, time.Now()); err != nil {
			return nil, err
		}
	}
	return c.tool.do(c)
}

// record does what and keeps that the client asked for it, and what came of it.
func (c *call) record(action string, ref app.Ref, details map[string]any, what func() (run string, err error)) error {
	if c.o.History == nil {
		_, err := what()
		return err
	}
	target := ref.Project
	if ref.Name != "" {
		target = ref.String()
	}
	return c.o.History.Do(c.caller.actor(), action, target, details, what)
}

// runOf is the run that an operation was about, whether it succeeded or not.
func runOf(r app.Result, err error) string {
	if e := (*app.Error)(nil); errors.As(err, &e) {
		return e.Run
	}
	return r.Run
}

// seconds is the time that the call may wait, from its argument.
func (c *call) seconds(name string, usual int) time.Duration {
	return time.Duration(c.args.number(name, usual)) * time.Second
}
