package mcp

import (
	"errors"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/reading/edits"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

// failed is the answer to a failed call: what is wrong, what exists, and what to call next.
type failed struct {
	Error     string               `json:"error"`
	Code      app.Code             `json:"code"`
	Choices   []string             `json:"choices,omitempty"`
	Next      string               `json:"next,omitempty"`
	Exit      *render.ExitCode     `json:"exit,omitempty"`
	PortOwner *app.PortOwner       `json:"port_owner,omitempty"`
	Run       string               `json:"run,omitempty"`
	ViewerURL string               `json:"viewer_url,omitempty"`
	Findings  []render.FindingText `json:"findings,omitempty"`         // causes
	Errors    []string             `json:"untrusted_errors,omitempty"` // that no finding quotes
	Output    []string             `json:"untrusted_output,omitempty"` // the lines of the failure
}

func (c *call) failure(err error) *protocol.CallToolResult {
	var answer any
	if p := (partial{}); errors.As(err, &p) {
		answer = p.answer
	} else {
		answer = c.failed(err)
	}
	r := render.Result(answer, render.SomeOf(c.notes, mostNotes))
	r.IsError = true
	return r
}

func (c *call) failed(err error) failed {
	var known *app.Error
	switch {
	case errors.As(err, &known):
	case c.ctx.Err() != nil:
		known = session.GivenUp(c.ctx)
	default:
		c.log.Error("a tool failed: please report this", "tool", c.tool, "error", err)
		known = &app.Error{Code: app.CodeInternal, Detail: "something went wrong in the manager; see its log"}
	}
	f := failed{
		Error: known.Detail, Code: known.Code, Choices: render.SomeOf(known.Choices, 20), Exit: render.ExitOf(known.Exit),
		PortOwner: known.Owner, Run: known.Run,
		Next: c.next(known), ViewerURL: c.viewerOf(known.Run),
	}
	f.explain(known, c.newestErrors(known))
	return f
}

// newestErrors returns the newest errors of the run that a failure is about.
func (c *call) newestErrors(known *app.Error) []digest.Error {
	if known.Run == "" || c.about.Name == "" {
		return nil
	}
	page, err := c.edits.Errors(c.ctx, edits.ErrorQuery{Ref: c.about, Run: known.Run, Limit: errorsOfFailure})
	if err != nil {
		return nil
	}
	return page.Errors
}

// The bounds of what one failure shows.
const (
	errorsOfFailure = 3
	linesOfFailure  = 12
	linesBelow      = 7 // below errors or causes
)

// explain adds the causes and the lines of the failure, or else the errors that the causes don't quote.
func (f *failed) explain(known *app.Error, newest []digest.Error) {
	f.Findings = render.Causes(known.Findings, len(newest) > 0)
	lines := linesOfFailure
	if len(f.Findings) > 0 {
		lines = linesBelow
	}
	if f.Output = render.LastOf(known.Output, lines); len(f.Output) == 0 {
		f.Errors = render.Unquoted(newest, f.Findings)
		return
	}
	f.Findings = render.Unprinted(f.Findings)
}
