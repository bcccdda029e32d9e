package mcp

import (
	"slices"

	"devservers/app"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

// next describes what a model can do about a failure, in terms of tools. The hints of package app name commands.
func (c *call) next(e *app.Error) string {
	switch e.Code {
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
	if e.Hint == "" {
		return "call diagnose for more"
	}
	return e.Hint + "; call diagnose for more"
}

// isCause reports whether a finding names more than that a server is not ready.
func isCause(f app.Finding) bool { return f.Kind != app.FindingOther && f.Kind != app.FindingListens }
