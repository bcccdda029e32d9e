package render

import "devservers/app"

// Diagnosed is the answer about one server.
type Diagnosed struct {
	Server    string         `json:"server"`
	State     app.State      `json:"state"`
	Message   string         `json:"message"`
	Health    *ServerHealth  `json:"health,omitempty"`
	Exit      *ExitCode      `json:"exit,omitempty"`
	PortOwner *app.PortOwner `json:"port_owner,omitempty"`  // another process that listens on its port
	Missing   []string       `json:"missing_env,omitempty"` // listed in .env.example, and not set
	Run       string         `json:"run,omitempty"`
	ViewerURL string         `json:"viewer_url,omitempty"`
	Next      string         `json:"next,omitempty"`
	Findings  []FindingText  `json:"findings"`
	Left      string         `json:"left_out,omitempty"`
	Found     string         `json:"pattern_found,omitempty"`
	Matches   []string       `json:"untrusted_matches,omitempty"`
	Output    []string       `json:"untrusted_output,omitempty"`
}

// ServerHealth is how a server that runs is doing.
type ServerHealth struct {
	Since    string  `json:"in_this_state"`
	Listens  []int   `json:"listens_on,omitempty"`
	LastGood string  `json:"last_good_request,omitempty"` // when it last answered a request for a page well
	Errors   int     `json:"errors"`
	Warnings int     `json:"warnings,omitempty"`
	CPU      float64 `json:"cpu_percent,omitempty"`
	Memory   string  `json:"memory,omitempty"`
}

// DiagnosedProject is the answer about all of a project; of what is well only the name.
type DiagnosedProject struct {
	Project   string      `json:"project"`
	Well      []string    `json:"nothing_wrong,omitempty"`
	Servers   []Diagnosed `json:"servers"`
	Left      string      `json:"left_out,omitempty"`
	ViewerURL string      `json:"viewer_url"`
}
