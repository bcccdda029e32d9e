package render

import (
	"devservers/app"
	"devservers/app/config/command"
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

// HeldPort is for a server whose port another process holds.
func HeldPort(ref app.Ref, o *app.PortOwner) string {
	text := "call patch_config with server " + ref.String() +
		" and port auto and a reason, or ask the user; do not kill processes"
	if o != nil && (o.Kind == app.OwnerForeign || o.Kind == app.OwnerDocker) {
		text += ". If what holds the port is this server, started elsewhere, the user can run: devservers adopt " +
			ref.String()
	}
	return text
}

// Missing is for a name that nothing has. The choices are in the answer anyway.
func Missing(projects int) string {
	if projects == 0 {
		return "no project is registered: call patch_config with action=propose and the directory as project"
	}
	return "call list_projects to see what exists, or patch_config with action=propose for a directory that is no " +
		"project yet"
}

// AskToTrust names the command that a person has to run.
func AskToTrust(dir string) string {
	return "ask the user to review the commands and run: devservers trust " + command.Quote(dir)
}

// StartedBy returns who has a server run that is up; "" = it is not up, or that is unknown.
func StartedBy(st app.Status) string {
	if st.Actor == nil || !st.State.Up() {
		return ""
	}
	return Tidy(st.Actor.String(), 80)
}
