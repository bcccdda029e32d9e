package guard

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/record/history"
	"devservers/app/web/wire"
)

// OAuth answers clients that ask for access, and the person who decides.
type OAuth struct {
	Access  *access.Grants // nil: this manager connects no clients
	Site    *Site
	Wrong   *WrongTokens
	History *history.Store

	Projects func() []string // ids, from which the person chooses; nil: none
	Document ReadDocument    // reads a client's document; nil: from public addresses

	waiting   waiting
	documents documents
}

// ResourceMetadata states which authorization server the endpoint at the end of the path trusts (RFC 9728 3).
func (s *OAuth) ResourceMetadata(w http.ResponseWriter, r *http.Request) error {
	path := cmp.Or(strings.TrimPrefix(r.URL.EscapedPath(), "/.well-known/oauth-protected-resource"), "/mcp")
	return s.answer(w, http.StatusOK, map[string]any{
		"resource":                 s.Site.Issuer(r) + path,
		"resource_name":            "devservers",
		"authorization_servers":    []string{s.Site.Issuer(r)},
		"bearer_methods_supported": []string{"header"},
		"scopes_supported":         []string{Scope},
	}, nil)
}

// ServerMetadata describes how to ask for access (RFC 8414 2).
func (s *OAuth) ServerMetadata(w http.ResponseWriter, r *http.Request) error {
	at := s.Site.Issuer(r)
	none := []string{"none"} // clients on this machine can keep no secret from it
	return s.answer(w, http.StatusOK, map[string]any{
		"issuer":                                         at,
		"authorization_endpoint":                         at + "/oauth/authorize",
		"token_endpoint":                                 at + "/oauth/token",
		"registration_endpoint":                          at + "/oauth/register",
		"revocation_endpoint":                            at + "/oauth/revoke",
		"response_types_supported":                       []string{"code"},
		"response_modes_supported":                       []string{"query"},
		"grant_types_supported":                          []string{"authorization_code", "refresh_token"},
		"token_endpoint_auth_methods_supported":          none,
		"revocation_endpoint_auth_methods_supported":     none,
		"code_challenge_methods_supported":               []string{"S256"},
		"scopes_supported":                               []string{Scope},
		"authorization_response_iss_parameter_supported": true,
		"client_id_metadata_document_supported":          true,
	}, nil)
}

// Registration is the body of POST /oauth/register, and in the answer what it led to. Clients send more fields, which
// are ignored.
type Registration struct {
	ID        string   `json:"client_id,omitempty"`
	IssuedAt  int64    `json:"client_id_issued_at,omitempty"`
	Name      string   `json:"client_name"`
	Redirects []string `json:"redirect_uris"`
	Method    string   `json:"token_endpoint_auth_method"`
	Grants    []string `json:"grant_types"`
	Responses []string `json:"response_types"`
}

// Register gives a client an id. Nothing is stored: see access.Grants.Register.
func (s *OAuth) Register(w http.ResponseWriter, r *http.Request) error {
	if s.Access == nil {
		return errNoClients()
	}
	var body Registration
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return s.answer(w, 0, nil, &access.Refusal{Code: access.InvalidMetadata, Why: "the body is not a registration"})
	}
	id, client, err := s.Access.Register(body.Name, body.Redirects)
	return s.answer(w, http.StatusCreated, Registration{
		ID: id, IssuedAt: time.Now().Unix(), Name: client.Name, Redirects: client.Redirects, Method: "none",
		Grants: []string{"authorization_code", "refresh_token"}, Responses: []string{"code"},
	}, err)
}

// ours reports whether the resource that a client wants a token for is this endpoint (RFC 8707 2). Clients of earlier
// revisions of MCP name none.
func (s *OAuth) ours(values url.Values) bool {
	for _, v := range values["resource"] {
		u, err := url.Parse(v)
		if err != nil || u.Scheme != "http" || !s.Site.Owns(u.Host) || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			return false
		}
		if path := u.Path; path != "" && path != "/" && path != "/mcp" && !strings.HasPrefix(path, "/mcp/") {
			return false
		}
	}
	return true
}

func errNoClients() error { return app.Failf(app.CodeNotFound, "", "this manager connects no clients") }

// answer sends v, or what a client cannot have in the words of RFC 6749 (5.2).
func (s *OAuth) answer(w http.ResponseWriter, status int, v any, err error) error {
	var refusal *access.Refusal
	switch {
	case s.Access == nil:
		return errNoClients()
	case err == nil:
		return wire.WriteJSON(w, status, v)
	case !errors.As(err, &refusal):
		return err
	case refusal.Code == access.InvalidClient:
		return wire.WriteJSON(w, http.StatusUnauthorized, refusal) // makes a client register again instead of trying for ever
	}
	return wire.WriteJSON(w, http.StatusBadRequest, refusal)
}
