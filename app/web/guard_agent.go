package web

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/access"
)

// isMCP tells whether a request is for the endpoint of agents: the only place where grants and named tokens are good
// for anything, and where no cookie is.
func isMCP(r *http.Request) bool {
	return r.URL.Path == "/mcp" || strings.HasPrefix(r.URL.Path, "/mcp/")
}

// checkAgent finds out which client asks, and tells one that may not how it can get in (RFC 9728 5.1).
func (s *Server) checkAgent(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	header := r.Header.Get("Authorization")
	if s.tokenIsRight(header) {
		r = withCredential(r, bearer)
		return withClient(r, app.Client{Kind: app.ClientControl, Name: clean(r.Header.Get(clientHeader), 100)}), nil
	}
	if e, ok := s.agentOf(header); ok {
		kind := app.ClientGrant
		if e.Kind == access.KindToken {
			kind = app.ClientToken
		}
		return withClient(withCredential(r, agent), app.Client{Kind: kind, Name: e.Name}), nil
	}
	if header != "" && s.wrong.tooMany(time.Now()) {
		return r, tooManyWrong(w)
	}
	w.Header().Set("WWW-Authenticate", s.challenge(r, header != ""))
	return r, fail(app.CodeUnauthorized, "connect it once: sign in from the client (in Claude Code: /mcp), or run "+
		"`devservers mcp install --client NAME` in a terminal", "this client is not connected to devservers yet, or no longer")
}

func withClient(r *http.Request, c app.Client) *http.Request {
	return r.WithContext(app.WithClient(r.Context(), c))
}

func (s *Server) agentOf(header string) (access.Entry, bool) {
	scheme, token, _ := strings.Cut(header, " ")
	if s.o.Access == nil || !strings.EqualFold(scheme, "Bearer") || token == "" {
		return access.Entry{}, false
	}
	return s.o.Access.Who(token)
}

// challenge names the metadata from which a client learns how to ask for consent.
func (s *Server) challenge(r *http.Request, wrong bool) string {
	text := `Bearer realm="devservers"`
	if wrong {
		text += `, error="invalid_token", error_description="the token is wrong, has ended or was revoked"`
	}
	if s.o.Access == nil {
		return text
	}
	return text + fmt.Sprintf(`, resource_metadata=%q, scope=%q`, s.issuer(r)+"/.well-known/oauth-protected-resource"+r.URL.EscapedPath(), scope)
}

// mostWrong is how many wrong tokens a minute are answered like any other; a client that sends more is broken, or tries.
const mostWrong = 100

// wrongCount counts wrong tokens. Right ones, and requests without any, are never held up by it.
type wrongCount struct {
	mu    sync.Mutex
	since time.Time
	n     int
}

// tooMany counts one more and tells whether the minute has had too many.
func (c *wrongCount) tooMany(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Sub(c.since) >= time.Minute {
		c.since, c.n = now, 0
	}
	c.n++
	return c.n > mostWrong
}

func tooManyWrong(w http.ResponseWriter) error {
	w.Header().Set("Retry-After", "60")
	return fail(codeTooMany, "ask again in a minute, with a token that is right", "there were more than %d wrong tokens within a minute", mostWrong)
}
