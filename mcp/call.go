package mcp

import (
	"context"
	"slices"

	"devservers/app"
	"devservers/app/config/command"
	"devservers/mcp/session"

	mcpgo "github.com/mark3labs/mcp-go/server"
)

// call is one call of a tool. Its context bounds only the waiting: what it starts keeps running when its client is
// gone.
type call struct {
	*Endpoint
	session.Finder
	ctx                context.Context
	tool               string // its name
	visit              session.Visit
	caller             session.Caller
	token              any  // of progress; nil = the client wants none
	unbounded, counted bool // it may wait as long as it takes; it counts as a change
	server             *mcpgo.MCPServer
	about              app.Ref                  // the server or task of its operation
	notes              []string                 // what the answer adds
	draft              string                   // of a failure: the devservers.yml that was found
	mask               func(text string) string // masks secrets, before anything is cut or quoted
}

// masked returns v without secrets, and without what belongs to projects that the caller must not know of.
func masked[T any](c *call, v T) T { return command.MaskAll(c.Finder.Hiding(c.mask), v) }

// maskedLines returns lines without secrets.
func (c *call) maskedLines(lines []app.LogLine) []app.LogLine {
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i].Text = c.mask(lines[i].Text)
	}
	return lines
}

// note adds lines to the answer, but none twice.
func (c *call) note(lines ...string) {
	for _, l := range lines {
		if !slices.Contains(c.notes, l) {
			c.notes = append(c.notes, l)
		}
	}
}

// viewerOf returns the page of a run of what the call is about; "" if it is about none.
func (c *call) viewerOf(run string) string {
	if run == "" || c.about.Name == "" {
		return ""
	}
	return c.visit.Viewer(c.sup.Kept.ViewerURL(c.about, run))
}

func (c *call) pageOf(project string) string {
	if project == session.Everything {
		return c.visit.Base
	}
	return c.visit.Base + "/p/" + project
}

// teller reports to the client of the call what a server does.
func (c *call) teller() session.Teller {
	return session.Teller{Ctx: c.ctx, Sup: c.sup, Logs: c.reader, Server: c.server, Token: c.token, Mask: c.mask,
		Last: c.lastLines}
}
