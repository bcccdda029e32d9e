package mcp

import (
	"devservers/app"
	"devservers/app/config/command"
	"devservers/mcp/caller"
)

// next says what a model can do about a failure, in terms of tools. The hints of package app name commands.
func (c *call) next(e *app.Error) string {
	switch e.Code {
	case app.CodeNeedsHuman:
		if e.Untrusted != "" {
			return askToTrust(e.Untrusted)
		}
		return e.Hint
	case app.CodeNotFound:
		if c.tool == "reset_patch" && len(e.Choices) == 0 {
			return "call show_patch, which lists the ids"
		}
		return missing(len(c.sup.Projects()))
	case app.CodeExited:
		return "fix the cause, then call start_server again; diagnose and get_server_logs have more"
	case app.CodePortInUse:
		return "call diagnose to see what holds the port; then patch_config with another port, or ask the user; do not kill processes"
	case app.CodeNotReady:
		if c.ctx.Err() != nil {
			return "repeat this call in a moment"
		}
		return "call wait_for with until=ready, or get_server_logs"
	case app.CodeConfig:
		return "fix devservers.yml, then ask the user to trust it again: devservers trust"
	case app.CodeConflict, app.CodeInvalid, caller.CodeTooMany:
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

// missing is for a name that nothing has. The choices are in the answer anyway.
func missing(projects int) string {
	if projects == 0 {
		return "no project is registered: ask the user to run `devservers register` in the project's directory"
	}
	return "call list_projects to see what exists; only the user can add a project: devservers register, in its directory"
}

// askToTrust names the command that a person has to run.
func askToTrust(dir string) string {
	return "ask the user to review the commands and run: devservers trust " + command.Quote(dir)
}
