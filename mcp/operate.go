package mcp

import (
	"context"
	"devservers/app"
	"devservers/app/history"
	"devservers/app/supervisor"
)

// record does what, and records that the client requested it and how it ended.
func record[T any](c *call, action history.Action, ref app.Ref, details map[string]any, what func() (T, error)) (T, error) {
	return history.Record(c.o.History, c.caller.Actor(), action, ref, details, what)
}

// operate does and records an operation on a server, and tells the client its progress if it waits.
func (c *call) operate(action history.Action, ref app.Ref, o supervisor.StartOptions, do operation) (app.Result, error) {
	c.about, o.Actor = ref, c.caller.Actor()
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
