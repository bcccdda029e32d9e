package mcp

import (
	"context"
	"time"

	"devservers/mcp/render"
	"devservers/mcp/session"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"
)

// tools is everything that an agent can do: list, read, wait, and start, stop, restart and run what is declared and
// trusted. Only people register, trust and pin.
var tools = []tool{
	listProjects, startServer, stopServer, restartServer, getServerLogs, searchLogs, waitFor, runTask, getResult, listRuns,
	getErrors, diagnoseServer, sendInput,
	patchConfig, showPatch, resetPatch,
}

// mostNotes bounds the notes of an answer.
const mostNotes = 12

func (e *Endpoint) addTools(s *mcpgo.MCPServer) {
	for _, t := range tools {
		s.AddTool(t.described(), e.handler(s, t))
	}
}

// handler returns t for the library. Every failure is a result that a model can read, never an error of the protocol.
func (e *Endpoint) handler(s *mcpgo.MCPServer, t tool) mcpgo.ToolHandlerFunc {
	return func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		ctx, release := e.ending.Bound(ctx)
		defer release()
		c := &call{Endpoint: e, ctx: ctx, tool: t.name, visit: session.VisitOf(ctx), caller: session.CallerOf(ctx), server: s}
		c.Finder = session.Finder{Sup: e.sup, Near: c.visit.Project}
		if r.Params.Meta != nil {
			c.token = r.Params.Meta.ProgressToken
		}
		e.callers.Seen(c.caller, time.Now())
		answer, err := t.do(c, r.Params.Arguments)
		c.hear()
		if err != nil {
			return c.failure(err), nil
		}
		return render.Result(answer, render.SomeOf(c.notes, mostNotes)), nil
	}
}
