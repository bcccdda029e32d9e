package mcp

import (
	"fmt"

	"devservers/app"
)

var diagnoseServer = tool{
	name: "diagnose", title: "Diagnose a server",
	about: "Why a server fails, is not ready, or is not what it should be: causes with evidence and fix. One call instead of lsof, ps and curl.",
	args:  []arg{argServer, argProject},
	reads: true, do: (*call).diagnose,
}

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

func (c *call) diagnose() (any, error) {
	st, err := c.find(c.args.text("server"))
	if err != nil {
		return nil, err
	}
	d, err := c.o.Why.Diagnose(st.Ref())
	if err != nil {
		return nil, err
	}
	out := diagnosed{
		Server: d.Server, State: d.State, Message: tidy(d.Message, 300), Findings: []finding{}, Run: d.Run,
		ViewerURL: c.visit.viewer(d.ViewerURL), Output: cut(d.Output),
	}
	for i, f := range d.Findings {
		if i == findingsShown {
			out.Left = fmt.Sprintf("%d less likely causes", len(d.Findings)-i)
			break
		}
		out.Findings = append(out.Findings, finding{Problem: tidy(f.Problem, 300), Fix: tidy(f.Fix, 300), Evidence: tidyAll(some(f.Evidence, evidenceShown))})
	}
	if len(d.Findings) == 0 {
		out.Next = "nothing is known to be wrong; get_server_logs has its output"
	}
	return out, nil
}

// tidyAll makes each of lines fit for an answer.
func tidyAll(lines []string) (out []string) {
	for _, l := range lines {
		out = append(out, tidy(l, lineRunes))
	}
	return out
}
