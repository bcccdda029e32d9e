package mcp

import (
	"fmt"
	"strings"

	"devservers/app"
)

// next says what a model can do about a failure, in terms of tools. The hints of package app speak of commands.
func (c *call) next(e *app.Error) string {
	switch e.Code {
	case app.CodeNeedsHuman:
		return c.human(e)
	case app.CodeNotFound:
		return c.missing(e)
	case app.CodeExited:
		return "call diagnose, mend the cause, then call start_server again; get_server_logs has the whole output"
	case app.CodePortInUse:
		return "call diagnose for who holds the port; then patch_config with another port, or ask the user; do not kill processes"
	case app.CodeNotReady:
		return "it goes on: call wait_for with until=ready, or get_server_logs"
	case app.CodeConfig:
		return "correct devservers.yml, then ask the user to trust it again: devservers trust"
	case app.CodeConflict, app.CodeInvalid, codeTooMany:
		return e.Hint
	case app.CodeInternal:
		return "call list_projects to see what is so now"
	}
	return strings.TrimSpace(e.Hint + "; call diagnose for more")
}

// missing: the choices stand in the answer by themselves.
func (c *call) missing(e *app.Error) string {
	if len(c.sup.Projects()) == 0 {
		return "no project is registered: ask the user to run in the project's directory: devservers register"
	}
	if strings.Contains(e.Hint, "register") {
		return "call list_projects for what there is; only the user can add a project, in its directory: devservers register"
	}
	return "call list_projects for what there is"
}

// human names the command that a person has to run.
func (c *call) human(e *app.Error) string {
	_, dir, ok := strings.Cut(e.Hint, "`devservers trust` in ")
	if !ok {
		return e.Hint
	}
	return fmt.Sprintf("ask the user to look at the commands and to run: devservers trust %s", quoted(dir))
}

// quoted is a path for a shell.
func quoted(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-@+") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
