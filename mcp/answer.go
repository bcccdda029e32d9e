package mcp

import (
	"errors"
	"slices"
	"strings"

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
		Next: failing{c, known}.next(), ViewerURL: c.viewerOf(known.Run), Proposed: c.draft,
	}
	if known.Code == app.CodeNeedsHuman {
		f.ViewerURL = c.visit.Base + c.elicit.PageOf(c.about, *known)
	}
	if known.Exit != nil {
		c.callers.Reported(c.caller, known.Run)
	}
	failing{c, known}.explain(&f)
	return f
}

// failing is the failure of a call.
type failing struct {
	*call
	known *app.Error
}

// explain adds to f its causes, and the newest errors of the run that the failure is about.
func (c failing) explain(f *render.FailedAnswer) {
	var page edits.ErrorPage
	if c.known.Run != "" && c.about.Name != "" {
		page, _ = c.edits.Errors(c.ctx, edits.ErrorQuery{Ref: c.about, Run: c.known.Run, Limit: render.ErrorsOfFailure})
	}
	f.Explain(c.known, masked(c.call, page.Errors))
}

// next describes what a model can do about a failure, in terms of tools. The hints of package app name commands.
func (c failing) next() string {
	switch e := c.known; e.Code {
	case app.CodeNeedsHuman:
		if e.Untrusted != "" {
			return render.AskToTrust(e.Untrusted) + ", or to do so on the page of viewer_url"
		}
		return e.Hint
	case app.CodeNotFound:
		if e.Hint != "" && (c.tool == "patch_config" && len(e.Choices) == 0 || c.tool == "get_runs") {
			return e.Hint
		}
		return render.Missing(len(c.Projects()))
	case app.CodeExited:
		if len(e.Findings) == 0 {
			return "fix the cause, then call start_server with server " + c.about.String() + "; diagnose has more"
		}
		return "fix the cause, then call start_server with server " + c.about.String()
	case app.CodePortInUse:
		return render.HeldPort(c.about, e.Owner)
	case app.CodeDependency:
		if len(e.Findings) > 0 {
			return "fix what it needs, as the findings say, then call start_server with server " + c.about.String()
		}
	case app.CodeNotReady:
		if c.ctx.Err() != nil {
			return "repeat this call in a moment"
		}
		if st, err := c.sup.Status(c.about); err == nil && st.Unmanaged {
			return e.Hint
		}
		if slices.ContainsFunc(e.Findings, isCause) { // its program may stand still below a watcher that lives
			return "fix the cause; if it does not start by itself then, call restart_server with server " + c.about.String()
		}
		return "call wait_for with server " + c.about.String() + " and until ready; restart_server starts it again"
	case app.CodeConfig:
		return "fix devservers.yml, then ask the user to trust it again: devservers trust"
	case app.CodeConflict, app.CodeInvalid, session.CodeTooMany:
		return e.Hint
	case app.CodeExecutable:
		return "ask the user: " + e.Hint
	case app.CodeInternal:
		return "call list_projects to see the current state"
	}
	return strings.TrimPrefix(c.known.Hint+"; call diagnose for more", "; ")
}

// isCause reports whether a finding names more than that a server is not ready.
func isCause(f app.Finding) bool { return f.Kind != app.FindingOther && f.Kind != app.FindingListens }
