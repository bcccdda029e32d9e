package client

import (
	"net/url"

	"devservers/app"
	"devservers/app/config"
)

// ProjectPath returns the API path of a project.
func ProjectPath(id string) string { return "/api/projects/" + url.PathEscape(id) }

// ServerPath returns the API path of a server or task, for what both have: env, patches, why.
func ServerPath(st app.Status) string {
	return ProjectPath(st.Project) + "/servers/" + url.PathEscape(st.Name)
}

// RunPath returns the API path of an action on a server's or a task's runs.
func RunPath(st app.Status, action string) string {
	kind := "servers"
	if st.Kind == config.KindTask {
		kind = "tasks"
	}
	return ProjectPath(st.Project) + "/" + kind + "/" + url.PathEscape(st.Name) + "/" + action
}
