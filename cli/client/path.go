package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
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

// Credential returns what lets a client of MCP that runs devservers in at /mcp, and nowhere else. A person can revoke
// it.
func (c *Client) Credential(ctx context.Context, kind, name string) (string, error) {
	answer, err := c.send(ctx, Request{Method: http.MethodPost, Path: "/api/access/own",
		Body: map[string]string{"kind": kind, "name": name}})
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	var own struct {
		Token string `json:"token"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&own); err != nil || own.Token == "" {
		return "", fmt.Errorf("the manager gave no credential: %w", err)
	}
	return own.Token, nil
}
