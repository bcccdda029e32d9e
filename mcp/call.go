package mcp

import (
	"context"
	"devservers/app"
	"devservers/mcp/caller"
	"slices"

	mcpgo "github.com/mark3labs/mcp-go/server"
)

// call is one call of a tool. Its context bounds only the waiting: what it starts keeps running when its client is gone.
type call struct {
	*Endpoint
	ctx     context.Context
	tool    string // its name
	visit   caller.Visit
	caller  caller.Caller
	token   any // of progress; nil = the client wants none
	server  *mcpgo.MCPServer
	project string   // its argument; "" = none
	about   app.Ref  // the server or task of its operation
	notes   []string // what the answer says besides
}

// note adds lines to the answer, but none twice.
func (c *call) note(lines ...string) {
	for _, l := range lines {
		if !slices.Contains(c.notes, l) {
			c.notes = append(c.notes, l)
		}
	}
}
