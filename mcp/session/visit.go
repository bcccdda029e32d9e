package session

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/mcp/render"
)

// SessionHeader names the session of a client that has none in its protocol: the stdio bridge sends a random value.
const SessionHeader = "X-Devservers-Session"

// Visit is what one HTTP request contains apart from its message.
type Visit struct {
	Base    string // the address that the client uses for us, without a slash at the end
	Project string // of the address; "" = none
	Dir     string // the client's working directory, if its address contains it, as the bridge's does
	session string // "" = the client has none, or does not send it
	agent   string // User-Agent
}

type visitKey struct{}

// WithCaller notes what r says, for VisitOf and Of.
func WithCaller(ctx context.Context, r *http.Request, s settings.Settings) context.Context {
	v := Visit{Base: Base(r, s), Project: r.PathValue("id"), Dir: r.URL.Query().Get("dir"), agent: r.UserAgent(),
		session: r.Header.Get(SessionHeader)}
	if v.session == "" {
		v.session = r.Header.Get(mcpgo.HeaderKeySessionID)
	}
	return context.WithValue(ctx, visitKey{}, v)
}

// VisitOf returns the visit of the request of ctx.
func VisitOf(ctx context.Context) Visit {
	v, _ := ctx.Value(visitKey{}).(Visit)
	return v
}

// Viewer returns an address of the manager's pages as the client reaches it; "" for none.
func (v Visit) Viewer(address string) string {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return ""
	}
	return v.Base + u.EscapedPath()
}

// Caller is the client of a call.
type Caller struct {
	Name    string // as history and pages show it
	session string
}

// CallerOf takes the name from the credential, else from what the client calls itself.
func CallerOf(ctx context.Context) Caller {
	v := VisitOf(ctx)
	c := Caller{Name: render.Tidy(app.ClientOf(ctx).Name, 60), session: v.session}
	if info := mcpgo.RequestProtocolInfoFromContext(ctx); c.Name == "" && info != nil && info.ClientInfo != nil {
		c.Name = render.Tidy(info.ClientInfo.Name, 60)
	}
	if c.Name == "" {
		product, _, _ := strings.Cut(v.agent, "/")
		c.Name = render.Tidy(product, 60)
	}
	if c.Name == "" {
		c.Name = "unknown"
	}
	return c
}

// Actor returns c as the actor of a request.
func (c Caller) Actor() app.Actor { return app.Actor{Kind: app.ActorMCP, Client: c.Name} }
