package web

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"

	"devservers/app"
)

// bearer, session and agent are the ways to be somebody; nobody is none of them, on the few free routes.
type credential int

const (
	nobody  credential = iota
	bearer             // the manager's own token
	session            // a browser that was signed in
	agent              // a grant or a named token: see guard_agent.go
)

type credentialKey struct{}

// checkCredential finds out who asks and refuses nobody, except on the free routes. Unknown paths are not free:
// without a credential one cannot even learn what exists.
func (s *Server) checkCredential(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	if isMCP(r) {
		return s.checkAgent(w, r)
	}
	who := s.whoIs(r)
	if who == nobody && !isFree(r) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="devservers"`)
		return r, fail(app.CodeUnauthorized, "send Authorization: Bearer with the token from status.json "+
			"(`devservers status --json` names it), or run `devservers open` for the browser",
			"the request carries no valid credential")
	}
	return withCredential(r, who), nil
}

func withCredential(r *http.Request, who credential) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), credentialKey{}, who))
}

func (s *Server) whoIs(r *http.Request) credential {
	if header := r.Header.Get("Authorization"); header != "" { // one that is wrong is not made good by a cookie
		if s.tokenIsRight(header) {
			return bearer
		}
		return nobody
	}
	if cookie, err := r.Cookie(sessionCookie); err == nil && onUIHost(r) && fromOwnPage(r) && s.sessions.has(cookie.Value) {
		return session
	}
	return nobody
}

// tokenIsRight compares digests, so that neither the token's bytes nor its length can be measured.
func (s *Server) tokenIsRight(header string) bool {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") || s.o.Token == "" {
		return false
	}
	got, want := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(s.o.Token))
	return subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

// fromOwnPage tells whether the browser says that one of our pages, or its user, asked. A page of a dev server under
// our name and another port counts as the same site, so that the cookie alone proves nothing.
func fromOwnPage(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return true
	}
	return false
}

func credentialOf(r *http.Request) credential {
	who, _ := r.Context().Value(credentialKey{}).(credential)
	return who
}

// The headers by which a program that holds the token says who it acts for.
const (
	actorHeader  = "X-Devservers-Actor"
	clientHeader = "X-Devservers-Client"
)

// actorOf is who asked. Only the holder of the token may name itself, and only as one of the kinds that ask from
// outside.
func actorOf(r *http.Request) app.Actor {
	if credentialOf(r) == session {
		return app.Actor{Kind: app.ActorUI}
	}
	if c := app.ClientOf(r.Context()); credentialOf(r) == agent {
		return app.Actor{Kind: app.ActorMCP, Client: c.Name}
	}
	a := app.Actor{Kind: app.ActorAPI, Client: clean(r.Header.Get(clientHeader), 100)}
	switch kind := app.ActorKind(r.Header.Get(actorHeader)); kind {
	case app.ActorCLI, app.ActorMCP:
		a.Kind = kind
	}
	return a
}
