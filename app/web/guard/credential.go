package guard

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// Credential is the way a client proved that it may send requests.
type Credential int

// The credentials.
const (
	Nobody  Credential = iota // none: on free routes only
	Bearer                    // the manager's own token
	Session                   // a browser that is signed in
	Agent                     // a grant or a named token, at /mcp only
)

type credentialKey struct{}

// checkCredential finds out who sends the request and refuses Nobody, except on free routes. Unknown paths are not
// free: without a credential a client cannot even learn what exists.
func (g *Guard) checkCredential(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	if isMCP(r) {
		return g.checkAgent(w, r)
	}
	r, who := g.whoIs(r)
	if who == Nobody && !g.o.IsFree(r) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="devservers"`)
		return r, app.Failf(app.CodeUnauthorized, "send Authorization: Bearer with the token from status.json "+
			"(`devservers status --json` names it), or run `devservers open` for the browser",
			"the request carries no valid credential")
	}
	return withCredential(r, who), nil
}

func withCredential(r *http.Request, who Credential) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), credentialKey{}, who))
}

func (g *Guard) whoIs(r *http.Request) (*http.Request, Credential) {
	if header := r.Header.Get("Authorization"); header != "" { // a cookie does not make up for a wrong one
		if g.tokenIsRight(header) {
			return r, Bearer
		}
		return r, Nobody
	}
	if OnUIHost(r) && fromOwnPage(r) {
		if signedIn := g.o.Sessions.bind(r, g.o.Site.Port()); signedIn != nil {
			return signedIn, Session
		}
	}
	return r, Nobody
}

// tokenIsRight compares digests, so that neither the token's bytes nor its length can be measured.
func (g *Guard) tokenIsRight(header string) bool {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") || g.o.Token == "" {
		return false
	}
	got, want := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(g.o.Token))
	return subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

// fromOwnPage reports whether the browser states that a page of ours, or its user, sent the request. A dev server's
// page under our name and another port counts as the same site, so the cookie alone proves nothing.
func fromOwnPage(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return true
	}
	return false
}

// CredentialOf returns the credential of a request that passed the guards.
func CredentialOf(r *http.Request) Credential {
	who, _ := r.Context().Value(credentialKey{}).(Credential)
	return who
}

// The headers with which a program with the manager's token names the one it acts for.
const (
	ActorHeader  = "X-Devservers-Actor"
	ClientHeader = "X-Devservers-Client"
)

// ActorOf returns who sent a request that passed the guards. Only programs with the manager's token may name
// themselves, and only as a kind that acts from outside.
func ActorOf(r *http.Request) app.Actor {
	if CredentialOf(r) == Session {
		return app.Actor{Kind: app.ActorUI}
	}
	if c := app.ClientOf(r.Context()); CredentialOf(r) == Agent {
		return app.Actor{Kind: app.ActorMCP, Client: c.Name}
	}
	a := app.Actor{Kind: app.ActorAPI, Client: words.Clean(r.Header.Get(ClientHeader), 100)}
	switch kind := app.ActorKind(r.Header.Get(ActorHeader)); kind {
	case app.ActorCLI, app.ActorMCP, app.ActorShell, app.ActorUI:
		a.Kind = kind
	}
	return a
}
