package session

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/app/record/history"
	"devservers/mcp/render"
)

// SessionHeader names the session of a client that has none in its protocol: the stdio bridge sends a random value.
const SessionHeader = "X-Devservers-Session"

// directoryHeader has the client's working directory, escaped as in a URL's path.
const directoryHeader = "X-Devservers-Directory"

// Visit is what one HTTP request contains apart from its message.
type Visit struct {
	Base    string // the address that the client uses for us, without a slash at the end
	Project string // of the address; "" = none
	// the client's working directory, if its address contains it, as the bridge's does, or its helper sent it
	Dir     string
	session string // "" = the client has none, or does not send it
	agent   string // User-Agent
}

type visitKey struct{}

// WithCaller notes what r says, for VisitOf and Of.
func WithCaller(ctx context.Context, r *http.Request, s settings.Settings) context.Context {
	v := Visit{Base: Base(r, s), Project: r.PathValue("id"), Dir: r.URL.Query().Get("dir"), agent: r.UserAgent(),
		session: r.Header.Get(SessionHeader)}
	if dir, err := url.PathUnescape(r.Header.Get(directoryHeader)); v.Dir == "" && err == nil {
		v.Dir = dir
	}
	v.session = cmp.Or(v.session, r.Header.Get(mcpgo.HeaderKeySessionID))
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

// Caller is who makes a call: a credential and its session.
type Caller struct {
	Name       string // as history and pages show it
	Only       string // the only project that its grant is for; "" = all
	credential string
	agent      string // User-Agent
	session    string // "" = the client sends none, so all of its windows are one caller
}

// key names a caller on disk. Neither session nor credential is written there.
func (who Caller) key() string {
	sum := sha256.Sum256([]byte(who.credential + "\n" + who.session))
	return who.Name + " " + hex.EncodeToString(sum[:6])
}

// ShowsBoth reports whether the client gives both forms of an answer to its model, so that the text is enough.
func (who Caller) ShowsBoth() bool {
	return strings.Contains(strings.ToLower(who.Name+" "+who.agent), "copilot")
}

// Shared reports whether all windows of the client are this caller.
func (who Caller) Shared() bool { return who.session == "" }

// Deed returns the beginning of the entry of what who does to ref.
func (who Caller) Deed(action history.Action, ref app.Ref, details map[string]any) history.Entry {
	return history.Entry{Actor: who.Actor(), Caller: who.key(), Action: action, Target: ref.String(), Args: details}
}

func placeOf(who Caller, server app.Ref) string { return who.key() + " " + server.String() }

// CallerOf takes the name from the credential, else from what the client calls itself.
func CallerOf(ctx context.Context) Caller {
	v := VisitOf(ctx)
	credential := app.ClientOf(ctx)
	c := Caller{Name: render.Tidy(credential.Name, 60), Only: credential.Project, credential: credential.Kind + " " +
		credential.ID,
		agent: v.agent, session: v.session}
	if info := mcpgo.RequestProtocolInfoFromContext(ctx); c.Name == "" && info != nil && info.ClientInfo != nil {
		c.Name = render.Tidy(info.ClientInfo.Name, 60)
	}
	if c.Name == "" {
		product, _, _ := strings.Cut(v.agent, "/")
		c.Name = render.Tidy(product, 60)
	}
	c.Name = cmp.Or(c.Name, "unknown")
	return c
}

// Actor returns the caller as the actor of a request.
func (who Caller) Actor() app.Actor { return app.Actor{Kind: app.ActorMCP, Client: who.Name} }

// Base returns the address that the client used. A proxy's headers about it count only if config.yml trusts the proxy.
func Base(r *http.Request, s settings.Settings) string {
	scheme, host := "http", r.Host
	if name := r.Header.Get("X-Forwarded-Host"); name != "" && s.TrustsProxy(r.RemoteAddr) {
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
