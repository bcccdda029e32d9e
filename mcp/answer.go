package mcp

import (
	"errors"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"devservers/app"
	"devservers/mcp/output"
	"devservers/mcp/render"
)

// failed is the answer to a failed call: what is wrong, what exists, and what to call next.
type failed struct {
	Error     string           `json:"error"`
	Code      app.Code         `json:"code"`
	Choices   []string         `json:"choices,omitempty"`
	Next      string           `json:"next,omitempty"`
	Exit      *app.Exit        `json:"exit,omitempty"`
	PortOwner *app.PortOwner   `json:"port_owner,omitempty"`
	Run       string           `json:"run,omitempty"`
	ViewerURL string           `json:"viewer_url,omitempty"`
	Findings  []render.Finding `json:"findings,omitempty"` // causes
	Output    []string         `json:"untrusted_output,omitempty"`
}

func (c *call) failure(err error) *protocol.CallToolResult {
	r := render.Result(c.failed(err))
	r.IsError = true
	return r
}

func (c *call) failed(err error) failed {
	var known *app.Error
	switch {
	case errors.As(err, &known):
	case c.ctx.Err() != nil:
		known = givenUp(c.ctx)
	default:
		c.log.Error("a tool failed: please report this", "tool", c.tool, "error", err)
		known = &app.Error{Code: app.CodeInternal, Detail: "something went wrong in the manager; see its log"}
	}
	f := failed{
		Error: known.Detail, Code: known.Code, Choices: output.Some(known.Choices, 20), Exit: known.Exit, PortOwner: known.Owner, Run: known.Run,
		Findings: render.Findings(known.Findings),
	}
	if len(f.Findings) == 0 {
		f.Output = output.Cut(known.Output)
	}
	f.Next = c.next(known)
	f.ViewerURL = c.viewerOf(known.Run)
	return f
}
