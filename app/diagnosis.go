package app

import "devservers/app/diagnose"

// Finding is one cause of a server not doing what it should, with evidence and the next step.
type Finding = diagnose.Finding

// Diagnosis says what is wrong with a server, the most likely cause first.
type Diagnosis struct {
	Server    string    `json:"server"` // project/server
	State     State     `json:"state"`
	Message   string    `json:"message"`          // one sentence: how it is
	Findings  []Finding `json:"findings"`         // none: nothing is known to be wrong
	Output    []string  `json:"output,omitempty"` // the last lines, where no finding explains a failure
	Run       string    `json:"run,omitempty"`    // that the findings are about
	ViewerURL string    `json:"viewer_url,omitempty"`
}
