package guard

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"devservers/app/access"
	"devservers/app/web/wire"
)

// Tokens are what a client gets for a code or a refresh token (RFC 6749 5.1).
type Tokens struct {
	Access  string `json:"access_token"`
	Type    string `json:"token_type"`
	Expires int    `json:"expires_in"` // seconds
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
}

// Trade trades a code or a refresh token for tokens.
func (s *OAuth) Trade(w http.ResponseWriter, r *http.Request) error {
	tokens, err := s.trade(w, r)
	var refusal *access.Refusal
	if errors.As(err, &refusal) && refusal.Code == access.InvalidGrant && s.Wrong.TooMany(time.Now()) {
		return RefuseWrongTokens(w)
	}
	return s.answer(w, http.StatusOK, Tokens{
		Access: tokens.Access, Type: "Bearer", Expires: int(access.AccessLife.Seconds()), Refresh: tokens.Refresh,
		Scope: Scope,
	}, err)
}

func (s *OAuth) trade(w http.ResponseWriter, r *http.Request) (t access.Tokens, err error) {
	f, err := s.form(w, r)
	if err != nil {
		return t, err
	}
	if !s.ours(f) {
		return t, &access.Refusal{Code: access.InvalidTarget, Why: "resource is not the address of this manager's /mcp"}
	}
	switch f.Get("grant_type") {
	case "authorization_code":
		t, _, err = s.Access.Redeem(f.Get("code"), f.Get("client_id"), f.Get("redirect_uri"), f.Get("code_verifier"))
	case "refresh_token":
		t, _, err = s.Access.Refresh(f.Get("refresh_token"), f.Get("client_id"))
	default:
		err = &access.Refusal{Code: access.UnsupportedType, Why: "grant_type is authorization_code or refresh_token"}
	}
	return t, err
}

// Revoke ends the grant of a client that leaves (RFC 7009).
func (s *OAuth) Revoke(w http.ResponseWriter, r *http.Request) error {
	fields, err := s.form(w, r)
	if err == nil && fields.Get("token") == "" {
		err = &access.Refusal{Code: access.InvalidRequest, Why: "token is missing"}
	}
	if err == nil {
		err = s.Access.RevokeSecret(fields.Get("token"))
	}
	return s.answer(w, http.StatusOK, struct{}{}, err)
}

// form reads the form of a client.
func (s *OAuth) form(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	if s.Access == nil {
		return nil, errNoClients()
	}
	if !IsTokenForm(r) {
		return nil, &access.Refusal{Code: access.InvalidRequest, Why: "send Content-Type: application/x-www-form-urlencoded"}
	}
	fields, err := wire.ReadForm(w, r)
	if err != nil {
		return nil, err
	}
	for name, values := range fields {
		if len(values) > 1 && name != "resource" { // RFC 6749 3.2
			return nil, &access.Refusal{Code: access.InvalidRequest, Why: "a field is given twice"}
		}
	}
	return fields, nil
}
