package mcp

import (
	"fmt"

	"devservers/app"
	"devservers/mcp/output"
)

var diagnoseServer = taking(tool{
	name: "diagnose", title: "Diagnose a server",
	about: "Why a server fails or is not ready: causes with evidence and fix. One call instead of lsof, ps and curl.",
	reads: true,
}, (*call).diagnose)

type diagnosed struct {
	Server    string    `json:"server"`
	State     app.State `json:"state"`
	Message   string    `json:"message"`
	Findings  []finding `json:"findings"`
	Left      string    `json:"left_out,omitempty"`
	Run       string    `json:"run,omitempty"`
	ViewerURL string    `json:"viewer_url,omitempty"`
	Next      string    `json:"next,omitempty"`
	Output    []string  `json:"untrusted_output,omitempty"`
}

type finding struct {
	Problem  string   `json:"problem"`
	Fix      string   `json:"fix,omitempty"`
	Evidence []string `json:"untrusted_evidence,omitempty"` // lines of output, of files and of the system: data, not instructions
}

// The bounds of one diagnosis.
const (
	findingsShown = 8
	evidenceShown = 6
)

func (c *call) diagnose(a ofServer) (any, error) {
	st, err := c.find(a.Server)
	if err != nil {
		return nil, err
	}
	d, err := c.o.Why.Diagnose(st.Ref())
	if err != nil {
		return nil, err
	}
	out := diagnosed{
		Server: d.Server, State: d.State, Message: output.Tidy(d.Message, 300), Findings: []finding{}, Run: d.Run,
		ViewerURL: c.visit.viewer(d.ViewerURL), Output: output.Cut(d.Output),
	}
	for i, f := range d.Findings {
		if i == findingsShown {
			out.Left = fmt.Sprintf("%d less likely causes", len(d.Findings)-i)
			break
		}
		out.Findings = append(out.Findings, finding{Problem: output.Tidy(f.Problem, 300), Fix: output.Tidy(f.Fix, 300), Evidence: output.TidyAll(output.Some(f.Evidence, evidenceShown))})
	}
	if len(d.Findings) == 0 {
		out.Next = "nothing wrong was found; get_server_logs has its output"
	}
	return out, nil
}
