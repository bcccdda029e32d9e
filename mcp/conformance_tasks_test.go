//go:build real && linux

package mcp_test

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/tests/apptest/npm"
)

// The scenarios of the Tasks extension that are about what this server has: calls that take long become tasks, whatever
// the tool. Others are about tools that demand tasks, and about notifications.
func TestConformanceSuitePassesForTasks(t *testing.T) {
	suite := npm.Installed(t, "testdata/conformance")
	w := newWorld(t)
	w.endpoint.AddFixtures(addSlowTools)
	w.endpoint.MakeTasks(200 * time.Millisecond)
	for _, scenario := range []string{"lifecycle", "capability-negotiation", "wire-fields", "request-headers",
		"dispatch-and-envelope", "request-state-removal", "mrtr-input"} {
		t.Run(scenario, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			run := exec.CommandContext(ctx, npm.Node(t),
				filepath.Join(suite, "@modelcontextprotocol/conformance/dist/index.js"),
				"server", "--url", w.signedIn()+"/mcp", "--scenario", "tasks-"+scenario, "--spec-version", "2026-07-28",
				"--force")
			run.Dir = t.TempDir()
			out, err := run.CombinedOutput()
			t.Logf("%s", out)
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// addSlowTools adds the tools of those scenarios.
func addSlowTools(s *mcpgo.MCPServer) {
	text := func(t string) *protocol.CallToolResult {
		return &protocol.CallToolResult{Content: []protocol.Content{protocol.NewTextContent(t)}}
	}
	s.AddTool(protocol.NewTool("greet", protocol.WithString("name")),
		func(_ context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
			return text("Hello, " + r.GetString("name", "") + "!"), nil
		})
	s.AddTool(protocol.NewTool("slow_compute", protocol.WithNumber("seconds"), protocol.WithString("label")),
		func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
			select {
			case <-ctx.Done():
			case <-time.After(time.Duration(max(r.GetFloat("seconds", 1), 0.5) * float64(time.Second))):
			}
			return text("done: " + r.GetString("label", "")), nil
		})
	for name, questions := range map[string][]string{"confirm_delete": {"confirm"}, "multi_input": {"one", "two"}} {
		s.AddTool(protocol.NewTool(name), slowlyAsking(questions, text("done")))
	}
	slowly := func(result *protocol.CallToolResult, err error) mcpgo.ToolHandlerFunc {
		return func(context.Context, protocol.CallToolRequest) (*protocol.CallToolResult, error) {
			time.Sleep(500 * time.Millisecond)
			return result, err
		}
	}
	failed := text("it failed")
	failed.IsError = true
	s.AddTool(protocol.NewTool("failing_job"), slowly(failed, nil))
	s.AddTool(protocol.NewTool("protocol_error_job"), slowly(nil, errors.New("broken")))
}

// slowlyAsking returns a tool that asks after a while.
func slowlyAsking(questions []string, done *protocol.CallToolResult) mcpgo.ToolHandlerFunc {
	return func(_ context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		if len(r.Params.InputResponses) == len(questions) {
			return done, nil
		}
		time.Sleep(500 * time.Millisecond)
		b := mcpgo.NewInputRequestBuilder("state")
		for _, q := range questions {
			b = b.Elicit(q, protocol.ElicitationParams{Message: q, RequestedSchema: map[string]any{"type": "object",
				"properties": map[string]any{"confirm": map[string]any{"type": "boolean"}}}})
		}
		return b.ToolResult(), nil
	}
}
