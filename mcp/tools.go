package mcp

import mcpgo "github.com/mark3labs/mcp-go/server"

// tools is all that an agent can do. They can list, read, wait, and start, stop, restart and run what is declared and
// trusted; only people register, trust and pin.
var tools = []tool{
	listProjects, startServer, stopServer, restartServer, getServerLogs, searchLogs, waitFor, runTask, listRuns,
	getErrors, diagnoseServer,
	patchConfig, showPatch, resetPatch,
}

func (e *Endpoint) addTools(s *mcpgo.MCPServer) {
	for _, t := range tools {
		s.AddTool(t.described(), e.handler(s, t))
	}
}
