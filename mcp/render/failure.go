package render

import (
	"devservers/app"
	"devservers/app/digest"
)

// FailedAnswer is the answer to a failed call: what is wrong, what exists, and what to call next.
type FailedAnswer struct {
	Error     string         `json:"error"`
	Code      app.Code       `json:"code"`
	Choices   []string       `json:"choices,omitempty"`
	Next      string         `json:"next,omitempty"`
	Exit      *ExitCode      `json:"exit,omitempty"`
	PortOwner *app.PortOwner `json:"port_owner,omitempty"`
	Run       string         `json:"run,omitempty"`
	ViewerURL string         `json:"viewer_url,omitempty"`
	Proposed  string         `json:"untrusted_proposed,omitempty"` // a devservers.yml that was detected
	Findings  []FindingText  `json:"findings,omitempty"`           // causes
	Errors    []string       `json:"untrusted_errors,omitempty"`   // that no finding quotes
	Output    []string       `json:"untrusted_output,omitempty"`   // the lines of the failure
}

// The bounds of what one failure shows.
const (
	ErrorsOfFailure = 3
	LinesOfFailure  = 12
	LinesBesides    = 7 // below errors or causes
)

// Explain adds the causes and the lines of the failure, or else the errors that the causes don't quote.
func (f *FailedAnswer) Explain(known *app.Error, newest []digest.Error) {
	f.Findings = Causes(known.Findings, len(newest) > 0)
	lines := LinesOfFailure
	if len(f.Findings) > 0 {
		lines = LinesBesides
	}
	if f.Output = LastOf(known.Output, lines); len(f.Output) == 0 {
		f.Errors = Unquoted(newest, f.Findings)
		return
	}
	f.Findings = Unprinted(f.Findings)
}
