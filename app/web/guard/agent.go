package guard

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/base/words"
	"devservers/app/web/wire"
)

// Scope is the only scope a client can ask for.
const Scope = "mcp"

// isMCP reports whether a request is for the agents' endpoint: the only one where grants and named tokens are valid,
// and where cookies are not.
func isMCP(r *http.Request) bool {
	return r.URL.Path == "/mcp" || strings.HasPrefix(r.URL.Path, "/mcp/")
}

// checkAgent determines which client sends the request. A refused client learns how to get access (RFC 9728 5.1).
func (g *Guard) checkAgent(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	header := r.Header.Get("Authorization")
	if g.tokenIsRight(header) {
		r = withCredential(r, Bearer)
		return withClient(r, app.Credential{Kind: app.ClientControl, Name: words.Clean(r.Header.Get(ClientHeader), 100)}), nil
	}
	if e, ok := g.agentOf(header); ok {
		kind := app.ClientGrant
		if e.Kind != access.KindGrant {
			kind = app.ClientToken
		}
		return withClient(withCredential(r, Agent), app.Credential{ID: e.ID, Kind: kind, Name: e.Name,
			Project: e.Project}), nil
	}
	if header != "" && g.o.Wrong.TooMany(time.Now()) {
		return r, RefuseWrongTokens(w)
	}
	w.Header().Set("WWW-Authenticate", g.challenge(r, header != ""))
	return r, app.Failf(app.CodeUnauthorized, "connect it once: sign in from the client (in Claude Code: /mcp), or run "+
		"`devservers mcp install --client NAME` in a terminal", "this client is not connected to devservers yet, or no longer")
}

func withClient(r *http.Request, c app.Credential) *http.Request {
	return r.WithContext(app.WithClient(r.Context(), c))
}

func (g *Guard) agentOf(header string) (access.Entry, bool) {
	scheme, token, _ := strings.Cut(header, " ")
	if g.o.Access == nil || !strings.EqualFold(scheme, "Bearer") || token == "" {
		return access.Entry{}, false
	}
	return g.o.Access.Who(token)
}

// challenge names the metadata from which a client learns how to ask for consent.
func (g *Guard) challenge(r *http.Request, wrong bool) string {
	text := `Bearer realm="devservers"`
	if wrong {
		text += `, error="invalid_token", error_description="the token is wrong, expired or revoked"`
	}
	if g.o.Access == nil {
		return text
	}
	return text + fmt.Sprintf(`, resource_metadata=%q, scope=%q`, g.o.Site.Issuer(r)+
		"/.well-known/oauth-protected-resource"+r.URL.EscapedPath(), Scope)
}

// MaxWrongTokens is how many wrong tokens a minute get the usual answer. A client that sends more is broken, or
// guesses.
const MaxWrongTokens = 100

// WrongTokens counts wrong tokens. It never delays requests with a right one, or with none. All methods may be called
// at once.
type WrongTokens struct {
	mu    sync.Mutex
	since time.Time
	n     int
}

// TooMany counts one more and reports whether this minute had too many.
func (c *WrongTokens) TooMany(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Sub(c.since) >= time.Minute {
		c.since, c.n = now, 0
	}
	c.n++
	return c.n > MaxWrongTokens
}

// RefuseWrongTokens returns the error of a client that sent too many, and sets in w when to come back.
func RefuseWrongTokens(w http.ResponseWriter) error {
	w.Header().Set("Retry-After", "60")
	return app.Failf(wire.CodeTooMany, "try again in a minute, with a valid token",
		"more than %d wrong tokens within a minute", MaxWrongTokens)
}
