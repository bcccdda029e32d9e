package mcp

import (
	"context"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/mcp/session"
)

// record does what, and records that the client requested it and how it ended.
func record[T any](c *call, action history.Action, ref app.Ref, details map[string]any, what func() (T, error)) (T,
	error) {
	r, err := history.Record(c.o.History, c.caller.Actor(), action, ref, details, what)
	if err == nil {
		now := time.Now()
		c.callers.Did(c.caller, history.Entry{Time: now, Actor: c.caller.Actor(), Action: action, Target: ref.String(),
			Result: "ok"}, now)
	}
	return r, err
}

// hear notes what others did since the caller's last call.
func (c *call) hear() {
	now := time.Now()
	since := c.callers.Told(c.caller, now)
	if since.IsZero() {
		return
	}
	project, err := c.Finder.InProject()
	if err != nil {
		return
	}
	same := session.OtherCallers[history.Entry](c.callers, c.caller, since)
	list := session.NoticesOf(c.o.History, c.sup.Events, same,
		session.NoticeQuery{Since: since, Name: c.caller.Name, Project: project, About: c.about})
	c.note(slices.DeleteFunc(list, isNoted(c.notes))...)
}

// isNoted returns a function that reports whether notes say already that a server crashed.
func isNoted(notes []string) func(notice string) bool {
	return func(notice string) bool {
		server, _, crashed := strings.Cut(notice, " crashed ")
		return crashed && slices.ContainsFunc(notes, func(n string) bool { return strings.HasPrefix(n, server+" crashed ") })
	}
}

// operate does and records an operation on a server, and reports progress to the client if it waits.
func (c *call) operate(action history.Action, ref app.Ref, o supervisor.StartOptions, do operation) (app.Result,
	error) {
	c.about, o.Actor = ref, c.caller.Actor()
	var details map[string]any
	if o.Wait != "" {
		details = map[string]any{"wait": o.Wait}
		defer c.teller().Watch(ref)()
	}
	r, err := record(c, action, ref, details, func() (app.Result, error) { return do(c.ctx, ref, o) })
	return r, c.o.Why.Explain(c.ctx, ref, err)
}

// operation is a start, stop, restart or run of the supervisor.
type operation func(context.Context, app.Ref, supervisor.StartOptions) (app.Result, error)
