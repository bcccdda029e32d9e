// Package mcp is the door for agents: the manager's operations as tools of the Model Context Protocol, served by one
// http.Handler. Between two calls it owns only what it remembers of callers, which is bounded and may be lost: runs and
// waits live in the manager, and a call only watches. It is independent of pages and the command line.
package mcp

import (
	"log/slog"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/app/change"
	"devservers/app/config/settings"
	"devservers/app/engine/supervisor"
	"devservers/app/environment"
	"devservers/app/project"
	"devservers/app/reading/edits"
	"devservers/app/reading/logs"
	"devservers/app/reading/why"
	"devservers/app/record/history"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

// Options are what an Endpoint needs apart from the supervisor.
type Options struct {
	Logs         *logs.Logs      // reads what servers have printed
	Wait         *logs.Waiter    // waits for servers
	Edits        *edits.Edits    // errors and verdicts
	Why          *why.Why        // causes
	Permits      *change.Permits // changes of env and port
	Hosts        session.Hosts
	Version      string
	State        string                    // the folder in which the key of session ids is kept
	Secrets      *project.Secrets          // what no agent reads; nil = those that the projects declare
	Settings     func() settings.Settings  // as they are now; nil = the default ones
	History      *history.Store            // who did what; nil: nothing is recorded
	Log          *slog.Logger              // nil: nothing is logged
	Environments *environment.Environments // the git worktrees
}

// Endpoint answers MCP over streamable HTTP: the revision 2026-07-28, which has no sessions, and earlier ones. The
// caller that mounts it checks Host, Origin and credential, bounds the body, and sets the path value "id" to the
// project of the address.
type Endpoint struct {
	sup     *supervisor.Supervisor
	reader  *logs.Logs
	waiter  *logs.Waiter
	edits   *edits.Edits
	o       Options
	log     *slog.Logger
	ids     *session.IDs
	http    *mcpgo.StreamableHTTPServer
	callers *session.Callers
	results render.ResultReader
	limiter *render.Limiter // of runs with a time limit
	tasks   *session.Tasks
	levels  *session.Recent // sessions that have set a log level
	elicit  *session.Elicit
	last    session.LastWord
	began   time.Time
	left    chan struct{} // a client has ended its session
	ending  *session.Ending
	crashes *session.Crashes
}
