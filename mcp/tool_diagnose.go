package mcp

import (
	"fmt"

	"devservers/app"
	"devservers/mcp/output"
	"devservers/mcp/render"
)

var diagnoseServer = taking(tool{
	name: "diagnose", title: "Diagnose a server",
	about: "Why a server fails or is not ready: causes with evidence and fix. One call instead of lsof, ps and curl.",
	reads: true,
}, (*call).diagnose)

type diagnosed struct {
	Server    string           `json:"server"`
	State     app.State        `json:"state"`
	Message   string           `json:"message"`
	Findings  []render.Finding `json:"findings"`
	Left      string           `json:"left_out,omitempty"`
	Run       string           `json:"run,omitempty"`
	ViewerURL string           `json:"viewer_url,omitempty"`
	Next      string           `json:"next,omitempty"`
	Output    []string         `json:"untrusted_output,omitempty"`
}

func (c *call) diagnose(a ofServer) (any, error) {
	st, err := c.find(a.Server)
	if err != nil {
		return nil, err
	}
	d, err := c.o.Why.Diagnose(c.ctx, st.Ref())
	if err != nil {
		return nil, err
	}
	out := diagnosed{
		Server: d.Server, State: d.State, Message: output.Tidy(d.Message, 300), Findings: []render.Finding{}, Run: d.Run,
		ViewerURL: c.visit.Viewer(d.ViewerURL), Output: output.Cut(d.Output),
	}
	out.Findings = append(out.Findings, render.Findings(d.Findings)...)
	if left := len(d.Findings) - len(out.Findings); left > 0 {
		out.Left = fmt.Sprintf("%d less likely causes", left)
	}
	if len(d.Findings) == 0 {
		out.Next = "nothing wrong was found; get_server_logs has its output"
	}
	return out, nil
}
