package mcp

import (
	"devservers/app"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

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
