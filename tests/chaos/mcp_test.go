//go:build chaos

package chaos

import (
	"encoding/json"
	"fmt"
	"strings"
)

// mcpSession is what a caller sends as an agent.
type mcpSession struct{ id int }

// agent calls a tool.
func (c *caller) agent() string {
	server := c.one(everything)
	calls := []struct {
		tool string
		args map[string]any
	}{
		{"list_projects", map[string]any{"project": "maze"}},
		{"get_server_logs", map[string]any{"server": "maze/" + server}},
		{"get_errors", map[string]any{"server": "maze/" + server}},
		{"why", map[string]any{"server": "maze/" + server}},
		{"start_server", map[string]any{"server": "maze/" + server, "wait": "none"}},
		{"list_projects", map[string]any{}},
	}
	i := c.random.IntN(len(calls))
	text, a := c.mcp.call(c.w, calls[i].tool, calls[i].args)
	if calls[i].tool == "start_server" {
		c.b.wants.add(server, wish{up: true})
	}
	c.check(a)
	return fmt.Sprintf("%s %s: %s %.60q", calls[i].tool, server, a, text)
}

// call sends one message, as clients of the current revision do.
func (m *mcpSession) call(w *world, tool string, args map[string]any) (text string, a answer) {
	m.id++
	const meta, revision = "io.modelcontextprotocol/", "2026-07-28"
	params := map[string]any{"name": tool, "arguments": args, "_meta": map[string]any{
		meta + "protocolVersion": revision, meta + "clientInfo": map[string]string{"name": "chaos", "version": "1"}, meta +
			"clientCapabilities": map[string]any{}}}
	message := map[string]any{"jsonrpc": "2.0", "id": m.id, "method": "tools/call", "params": params}
	a = w.send("POST", "/mcp", message, nil, "X-Devservers-Actor", "mcp", "Mcp-Protocol-Version", revision, "Mcp-Method",
		"tools/call", "Mcp-Name", tool)
	if !a.ok() {
		return "", a
	}
	body := a.body
	if _, data, ok := strings.Cut(body, "data: "); ok { // one event
		body, _, _ = strings.Cut(data, "\n")
	}
	var reply struct {
		ID     int
		Error  *struct{ Message string }
		Result struct {
			StructuredContent json.RawMessage
			Content           []struct{ Text string }
		}
	}
	if err := json.Unmarshal([]byte(body), &reply); err != nil || reply.ID != m.id {
		w.violate("I8", "%s: %v in %.300s", tool, err, a.body)
	}
	if reply.Error != nil {
		return reply.Error.Message, a
	}
	if len(reply.Result.Content) > 0 {
		text = reply.Result.Content[0].Text
	}
	return text, a
}
