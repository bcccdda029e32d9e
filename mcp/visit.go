package mcp

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/app"
	"devservers/app/config/settings"
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

// baseOf returns the address that the client used. What a proxy says about it counts only if config.yml trusts the proxy.
func baseOf(r *http.Request, s settings.Settings) string {
	scheme, host := "http", r.Host
	if name := r.Header.Get("X-Forwarded-Host"); name != "" && trusted(r.RemoteAddr, s.TrustedProxies) {
		host = name
		if r.Header.Get("X-Forwarded-Proto") == "https" {
			scheme = "https"
		}
	}
	base := url.URL{Scheme: scheme, Host: host}
	if u, err := url.Parse(base.String()); err != nil || u.Host != host {
		base = url.URL{Scheme: "http", Host: r.Host}
	}
	return base.String()
}

// trusted reports whether addr is one of the proxies, which are addresses or networks.
func trusted(addr string, proxies []string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	from, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, p := range proxies {
		if network, err := netip.ParsePrefix(p); err == nil && network.Contains(from.Unmap()) {
			return true
		}
		if one, err := netip.ParseAddr(p); err == nil && one.Unmap() == from.Unmap() {
			return true
		}
	}
	return false
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
