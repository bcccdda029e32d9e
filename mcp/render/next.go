package render

import (
	"devservers/app"
	"devservers/app/config/command"
)

// HeldPort is for a server whose port another process holds.
func HeldPort(ref app.Ref, o *app.PortOwner) string {
	text := "call patch_config with server " + ref.String() + " and port auto, or ask the user; do not kill processes"
	if o != nil && (o.Kind == app.OwnerForeign || o.Kind == app.OwnerDocker) {
		text += ". If what holds the port is this server, started elsewhere, the user can run: devservers adopt " +
			ref.String()
	}
	return text
}

// Missing is for a name that nothing has. The choices are in the answer anyway.
func Missing(projects int) string {
	if projects == 0 {
		return "no project is registered: ask the user to run `devservers register` in the project's directory"
	}
	return "call list_projects to see what exists; only the user can add a project: devservers register, in its directory"
}

// AskToTrust names the command that a person has to run.
func AskToTrust(dir string) string {
	return "ask the user to review the commands and run: devservers trust " + command.Quote(dir)
}
