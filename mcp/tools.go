package mcp

import (
	"context"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/base/words"

	"devservers/mcp/render"
	"devservers/mcp/session"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"
)

// tools is everything that an agent can do: list, read, wait, and start, stop, restart and run what is declared and
// trusted. Only people register, trust and pin.
var tools = []tool{
	listProjects, startServer, stopServer, restartServer, checkEdit, getErrors, getServerLogs, searchLogs, waitFor,
	runTask, getRuns, diagnoseServer, sendInput, patchConfig,
}

// An answer has at most mostNotes notes; in clients that have tasks, a call that isn't answered quickly is one.
const mostNotes, quickly = 12, 3 * time.Second

// repeatable reports whether calling a tool again changes nothing more.
func repeatable(name string) bool {
	return slices.ContainsFunc(tools, func(t tool) bool { return t.name == name && (t.reads || t.repeats) })
}

func (e *Endpoint) addTools(s *mcpgo.MCPServer) {
	for _, t := range tools {
		s.AddTool(t.described(), e.handler(s, t))
	}
}

// mine returns the project that the caller named last. A tool that changes something does not use it if the caller may
// be several windows.
func (c *call) mine(t tool) string {
	if !t.reads && c.caller.Shared() {
		return ""
	}
	return c.callers.Mine(c.caller)
}

// named notes which project the call is about.
func (c *call) named(ref app.Ref) { c.callers.Names(c.caller, ref) }

// guessed says which project a call without a name is about, if there are others.
func (c *call) guessed(project string) {
	if len(c.Projects()) > 1 {
		c.note("nothing was named: this is about " + project + ", the project that you named last")
	}
}

// atMost returns how long a call may wait: as long as it takes, if it is a task and doesn't say otherwise.
func (c *call) atMost(limit time.Duration) time.Duration {
	if c.unbounded {
		return session.Longest
	}
	return limit
}

// took says what a name that nothing has was taken for.
func (c *call) took(text, as string) {
	c.note(words.Quote(words.Clip(text, 60)) + " was taken for " + as)
}

// handler returns t for the library. Every failure is a result that a model can read, never an error of the protocol.
func (e *Endpoint) handler(s *mcpgo.MCPServer, t tool) mcpgo.ToolHandlerFunc {
	return func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		ctx, release := e.ending.Bound(ctx)
		defer release()
		c := &call{Endpoint: e, ctx: ctx, tool: t.name, visit: session.VisitOf(ctx), caller: session.CallerOf(ctx), server: s,
			mask: e.o.Secrets.Masker()}
		if c.visit.Project == "" && c.visit.Dir != "" {
			c.visit.Project, _ = e.sup.Files.Find(c.visit.Dir)
		}
		c.Finder = session.Finder{Sup: e.sup, Only: c.caller.Only, Near: c.visit.Project, Mine: c.mine(t), Named: c.named,
			Guessed: c.guessed, Took: c.took}
		c.unbounded = session.Can(ctx) && !session.Bounded(r.GetArguments(), longestWait)
		if r.Params.Meta != nil {
			c.token = r.Params.Meta.ProgressToken
		}
		e.callers.Seen(c.caller, time.Now())
		answer, err := t.do(c, r.Params.Arguments)
		asked, again, shown := e.elicit.ToPerson(ctx, session.Refusal{Call: r, Visit: c.visit, About: c.about}, err)
		switch {
		case asked != nil || shown != nil:
			return asked, shown
		case again:
			answer, err = t.do(c, r.Params.Arguments)
		}
		if !t.reads && c.counted && (isRefused(err) || render.Unchanged(answer)) {
			e.callers.Refund(c.caller)
		}
		c.hear(err)
		result := render.Result(answer, render.SomeOf(c.notes, mostNotes))
		if err != nil {
			result = c.failure(err)
		}
		if c.caller.ShowsBoth() {
			result.StructuredContent = nil
		}
		return result, nil
	}
}
