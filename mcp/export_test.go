package mcp

import (
	"context"
	"path/filepath"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/mcp/session"
)

// Instructions is what every client shows its model.
const Instructions = instructions

// Look does at once what Run does each minute.
func (e *Endpoint) Look() {
	if !e.o.Settings().KeepAliveOnLLMExit {
		e.callers.StopOrphans(context.Background(), e.sup, e.o.History, e.began, time.Now())
	}
}

// AddFixtures puts what the conformance suite wants to see on the same server and HTTP stack.
func (e *Endpoint) AddFixtures(add func(*mcpgo.MCPServer)) {
	s := e.server()
	add(s)
	e.http = e.transport(s)
}

// KeepLevels changes how many sessions may have set a level.
func (e *Endpoint) KeepLevels(n int) { e.levels.Most = n }

// MakeTasks makes tasks of calls that take longer than after.
func (e *Endpoint) MakeTasks(after time.Duration) {
	e.tasks = session.OpenTasks(filepath.Join(e.o.State, "mcp-tasks.json"), after, repeatable, e.answer)
}
