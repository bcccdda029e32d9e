package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

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
