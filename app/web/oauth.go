package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/access"
)

// How an MCP client that knows nothing but the address of /mcp gets in: OAuth 2.1 with the documents that MCP's
// authorization chapter names. 401 leads to the metadata (RFC 9728), that to ours as an authorization server (RFC 8414);
// the client registers (RFC 7591), sends the person's browser to the consent page, and trades the code that it gets
// back for tokens (PKCE, RFC 7636). All clients are public ones; all of it stays on this machine.

// scope is the one thing that can be asked for.
const scope = "mcp"

// issuer is the manager's address under the name that the client uses, which has passed checkHost.
func (s *Server) issuer(r *http.Request) string {
	name, _ := splitHost(r.Host)
	return s.origin(name)
}

// resourceMetadata says which authorization server the endpoint at the end of the path trusts (RFC 9728 3).
func (s *Server) resourceMetadata(w http.ResponseWriter, r *http.Request) error {
	path := strings.TrimPrefix(r.URL.EscapedPath(), "/.well-known/oauth-protected-resource")
	if path == "" {
		path = "/mcp"
	}
	return answer(w, http.StatusOK, map[string]any{
		"resource":                 s.issuer(r) + path,
		"resource_name":            "devservers",
		"authorization_servers":    []string{s.issuer(r)},
		"bearer_methods_supported": []string{"header"},
		"scopes_supported":         []string{scope},
	})
}

// serverMetadata says how to ask (RFC 8414 2).
func (s *Server) serverMetadata(w http.ResponseWriter, r *http.Request) error {
	at := s.issuer(r)
	none := []string{"none"} // clients on this machine can keep no secret from it
	return answer(w, http.StatusOK, map[string]any{
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
		"scopes_supported":                               []string{scope},
		"authorization_response_iss_parameter_supported": true,
	})
}

// Registration is the body of POST /oauth/register, and in its answer what was made of it. Clients send more, which
// changes nothing here.
type Registration struct {
	ID        string   `json:"client_id,omitempty"`
	IssuedAt  int64    `json:"client_id_issued_at,omitempty"`
	Name      string   `json:"client_name"`
	Redirects []string `json:"redirect_uris"`
	Method    string   `json:"token_endpoint_auth_method"`
	Grants    []string `json:"grant_types"`
	Responses []string `json:"response_types"`
}

// registerClient gives a client an id. Nothing is kept: see access.Store.Register.
func (s *Server) registerClient(w http.ResponseWriter, r *http.Request) error {
	var body Registration
	defer bodyDeadline(w)()
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return &access.Refusal{Code: access.InvalidMetadata, Why: "the body is no registration"}
	}
	id, client, err := s.o.Access.Register(body.Name, body.Redirects)
	if err != nil {
		return err
	}
	return answer(w, http.StatusCreated, Registration{
		ID: id, IssuedAt: time.Now().Unix(), Name: client.Name, Redirects: client.Redirects, Method: "none",
		Grants: []string{"authorization_code", "refresh_token"}, Responses: []string{"code"},
	})
}

// ourResource tells whether what a client wants a token for is this endpoint (RFC 8707 2). Clients of the earlier
// revisions of MCP do not say.
func (s *Server) ourResource(values url.Values) bool {
	for _, v := range values["resource"] {
		u, err := url.Parse(v)
		if err != nil || u.Scheme != "http" || !hostAllowed(u.Host, s.Port()) || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			return false
		}
		if path := u.Path; path != "" && path != "/" && path != "/mcp" && !strings.HasPrefix(path, "/mcp/") {
			return false
		}
	}
	return true
}

// oauth answers what a client cannot have in the words of RFC 6749 (5.2).
func (s *Server) oauth(handle func(http.ResponseWriter, *http.Request) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		if s.o.Access == nil {
			return fail(app.CodeNotFound, "", "this manager connects no clients")
		}
		var refusal *access.Refusal
		err := handle(w, r)
		if !errors.As(err, &refusal) {
			return err
		}
		status := http.StatusBadRequest
		if refusal.Code == access.InvalidClient {
			status = http.StatusUnauthorized // a client that sees it registers again, instead of trying for ever
		}
		return answer(w, status, refusal)
	}
}
