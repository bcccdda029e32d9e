package mcp

import (
	"context"
	"errors"
	"slices"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

// record does what, and records that the client requested it and how it ended.
func record[T any](c *call, action history.Action, ref app.Ref, details map[string]any, what func() (T, error)) (T,
	error) {
	c.callers.Names(c.caller, ref)
	return history.RecordEntry(c.o.History, c.caller.Deed(action, ref, details), what)
}

// hear notes what others did that the caller does not know. A call that was refused, or that nobody waits for any more,
// tells nothing and so leaves it for the next one.
func (c *call) hear(err error) {
	if isRefused(err) || c.ctx.Err() != nil {
		return
	}
	project, err := c.Finder.InProject()
	if err != nil {
		return
	}
	c.crashes.Witness()
	list := session.Notices(c.callers.Hear(c.caller, c.o.History, project))
	if len(list) > 0 {
		c.callers.Save()
	}
	c.note(list...)
}

// isRefused reports whether a call failed before it did anything.
func isRefused(err error) bool {
	known := (*app.Error)(nil)
	return errors.As(err, &known) && slices.Contains([]app.Code{app.CodeInvalid, app.CodeNotFound, session.CodeTooMany},
		known.Code)
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

func (c *call) stateOf(st app.Status) render.ServerAnswer {
	st = masked(c, st)
	s := render.ServerAnswer{
		Server: st.Ref().String(), State: st.State, URL: st.URL, Reason: render.Tidy(st.Reason, 300), Run: st.Run,
		Pinned:    st.Pinned,
		StartedBy: render.StartedBy(st), ViewerURL: c.visit.Viewer(st.ViewerURL),
	}
	c.note(session.Standing(st)...)
	if !st.State.Up() {
		s.Exit = render.ExitOf(st.Exit)
		c.callers.Reported(c.caller, st.Run)
	} else if st.URL == "" { // which names it
		s.Port = st.Port
	}
	return s
}

// afterward returns the state after an operation.
func (c *call) afterward(r app.Result) render.ServerAnswer {
	s := c.stateOf(r.Status)
	s.Message, s.Changed = r.Message, &r.Changed
	if r.Changed { // by the caller
		s.StartedBy = ""
	}
	if r.State == app.Ready {
		s.Reason = ""
		if len(r.Started)+len(r.Slept) == 0 {
			s.Message = "" // the fields contain it
		}
	}
	return s
}
