package mcp

import (
	"context"
	"net/url"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/app"
	"devservers/mcp/output"
)

// sessionHeader names the session of a client that has none in its protocol: the stdio bridge sends a random value.
const sessionHeader = "X-Devservers-Session"

// visit is what one HTTP request says besides its message.
type visit struct {
	base    string // the address that the client uses for us, without a slash at the end
	project string // of the address; "" = none
	session string // "" = the client has none, or does not send it
	agent   string // User-Agent
}

type visitKey struct{}

func visitOf(ctx context.Context) visit {
	v, _ := ctx.Value(visitKey{}).(visit)
	return v
}

// viewer returns an address of the manager's pages as the client reaches it.
func (v visit) viewer(address string) string {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return ""
	}
	return v.base + u.EscapedPath()
}

// caller is the client of a call.
type caller struct {
	name    string // as history and pages show it
	session string
}

// callerOf takes the name from the credential, else from what the client calls itself.
func callerOf(ctx context.Context) caller {
	v := visitOf(ctx)
	c := caller{name: output.Tidy(app.ClientOf(ctx).Name, 60), session: v.session}
	if info := mcpgo.RequestProtocolInfoFromContext(ctx); c.name == "" && info != nil && info.ClientInfo != nil {
		c.name = output.Tidy(info.ClientInfo.Name, 60)
	}
	if c.name == "" {
		product, _, _ := strings.Cut(v.agent, "/")
		c.name = output.Tidy(product, 60)
	}
	if c.name == "" {
		c.name = "unknown"
	}
	return c
}

func (c caller) actor() app.Actor { return app.Actor{Kind: app.ActorMCP, Client: c.name} }
