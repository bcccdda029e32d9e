package client

import (
	"context"
	"net/url"

	"devservers/app"
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
	if st.Kind.IsTask() {
		kind = "tasks"
	}
	return ProjectPath(st.Project) + "/" + kind + "/" + url.PathEscape(st.Name) + "/" + action
}

// Resolve asks the manager what a name means to a caller in the project near; "" = in none.
func (c *Client) Resolve(ctx context.Context, name, near string) (app.Ref, error) {
	query := url.Values{"name": {name}}
	if near != "" {
		query.Set("near", near)
	}
	var found struct {
		Project string `json:"project"`
		Server  string `json:"server"`
	}
	err := c.Get(ctx, "/api/resolve", query, &found)
	return app.Ref{Project: found.Project, Name: found.Server}, err
}
