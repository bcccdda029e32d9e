package mcp

import (
	"errors"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"devservers/app"
	"devservers/app/reading/edits"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

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

func (c *call) failed(err error) render.FailedAnswer {
	known := app.KnownError(err)
	switch {
	case known != nil:
	case c.ctx.Err() != nil:
		known = session.GivenUp(c.ctx)
	default:
		c.log.Error("a tool failed: please report this", "tool", c.tool, "error", err)
		known = &app.Error{Code: app.CodeInternal, Detail: "something went wrong in the manager; see its log"}
	}
	known = new(masked(c, *known))
	f := render.FailedAnswer{
		Error: known.Detail, Code: known.Code, Choices: render.SomeOf(known.Choices, 20), Exit: render.ExitOf(known.Exit),
		PortOwner: known.Owner, Run: known.Run,
		Next: c.next(known), ViewerURL: c.viewerOf(known.Run), Proposed: c.draft,
	}
	if known.Code == app.CodeNeedsHuman {
		f.ViewerURL = c.visit.Base + c.elicit.PageOf(c.about, *known)
	}
	if known.Exit != nil {
		c.callers.Reported(c.caller, known.Run)
	}
	c.explainFailure(&f, known)
	return f
}

// explainFailure adds to f its causes, and the newest errors of the run that the failure is about.
func (c *call) explainFailure(f *render.FailedAnswer, known *app.Error) {
	var page edits.ErrorPage
	if known.Run != "" && c.about.Name != "" {
		page, _ = c.edits.Errors(c.ctx, edits.ErrorQuery{Ref: c.about, Run: known.Run, Limit: render.ErrorsOfFailure})
	}
	f.Explain(known, masked(c, page.Errors))
}
