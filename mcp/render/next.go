package render

import (
	"devservers/app"
	"devservers/app/config/command"
)

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
