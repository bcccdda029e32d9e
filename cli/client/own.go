package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"devservers/app"
)

// Credential returns what lets a client of MCP that runs devservers in at /mcp, and nowhere else. A person can revoke it. A
// manager of an earlier version has none, so the client gets the manager's own token there.
func (c *Client) Credential(ctx context.Context, kind, name string) (string, error) {
	answer, err := c.send(ctx, Request{Method: http.MethodPost, Path: "/api/access/own", Body: map[string]string{"kind": kind, "name": name}})
	var failure *app.Error
	if errors.As(err, &failure) && (failure.Code == app.CodeNotFound || failure.Code == codeMethod) {
		return c.Manager().Token, nil
	}
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

// codeMethod is the code of an answer with status 405.
const codeMethod app.Code = "method_not_allowed"
