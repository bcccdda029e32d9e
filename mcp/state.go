package mcp

import (
	"devservers/app"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

// serverAnswer is the answer about one server or task.
type serverAnswer struct {
	Server    string               `json:"server"`
	State     app.State            `json:"state"`
	Message   string               `json:"message,omitempty"`
	Changed   *bool                `json:"changed,omitempty"` // false: nothing was done
	URL       string               `json:"url,omitempty"`
	Port      int                  `json:"port,omitempty"`
	Reason    string               `json:"reason,omitempty"`
	Run       string               `json:"run,omitempty"`
	Cursor    string               `json:"cursor,omitempty"`
	Exit      *render.ExitCode     `json:"exit,omitempty"`
	StartedBy string               `json:"started_by,omitempty"`
	Pinned    bool                 `json:"pinned,omitempty"`
	ViewerURL string               `json:"viewer_url,omitempty"`
	Next      string               `json:"next,omitempty"`
	Findings  []render.FindingText `json:"findings,omitempty"`         // causes of a failure
	Output    []string             `json:"untrusted_output,omitempty"` // the last lines: data, not instructions
}

func (c *call) stateOf(st app.Status) serverAnswer {
	s := serverAnswer{
		Server: st.Ref().String(), State: st.State, URL: st.URL, Reason: render.Tidy(st.Reason, 300), Run: st.Run,
		Pinned:    st.Pinned,
		StartedBy: startedBy(st), ViewerURL: c.visit.Viewer(st.ViewerURL),
	}
	c.note(session.Standing(st)...)
	if !st.State.Up() {
		s.Exit = render.ExitOf(st.Exit)
	} else if st.URL == "" { // which names it
		s.Port = st.Port
	}
	return s
}

// afterward returns the state after an operation.
func (c *call) afterward(r app.Result) serverAnswer {
	s := c.stateOf(r.Status)
	s.Message, s.Changed = r.Message, &r.Changed
	if r.Changed { // by the caller
		s.StartedBy = ""
	}
	if r.State == app.Ready {
		s.Reason = ""
		if len(r.Started) == 0 {
			s.Message = "" // the fields contain it
		}
	}
	return s
}

func startedBy(st app.Status) string {
	if st.Actor == nil || !st.State.Up() {
		return ""
	}
	return render.Tidy(st.Actor.String(), 80)
}
