package web

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"devservers/app/access"
)

// TokenAnswer is what a client gets for a code or a refresh token (RFC 6749 5.1).
type TokenAnswer struct {
	Access  string `json:"access_token"`
	Type    string `json:"token_type"`
	Expires int    `json:"expires_in"` // seconds
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
}

// tradeToken trades a code, or a refresh token, for tokens.
func (s *Server) tradeToken(w http.ResponseWriter, r *http.Request) error {
	fields, err := s.clientForm(w, r)
	if err != nil {
		return err
	}
	if !s.ourResource(fields) {
		return &access.Refusal{Code: access.InvalidTarget, Why: "resource is not the address of this manager's /mcp"}
	}
	tokens, err := s.trade(fields)
	var refusal *access.Refusal
	if errors.As(err, &refusal) && refusal.Code == access.InvalidGrant && s.wrong.tooMany(time.Now()) {
		return tooManyWrong(w)
	}
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, TokenAnswer{
		Access: tokens.Access, Type: "Bearer", Expires: int(access.AccessLife.Seconds()), Refresh: tokens.Refresh, Scope: scope,
	})
}

func (s *Server) trade(f url.Values) (t access.Tokens, err error) {
	switch f.Get("grant_type") {
	case "authorization_code":
		t, _, err = s.o.Access.Redeem(f.Get("code"), f.Get("client_id"), f.Get("redirect_uri"), f.Get("code_verifier"))
	case "refresh_token":
		t, _, err = s.o.Access.Refresh(f.Get("refresh_token"), f.Get("client_id"))
	default:
		err = &access.Refusal{Code: access.UnsupportedType, Why: "grant_type is authorization_code or refresh_token"}
	}
	return t, err
}

// revokeToken ends the grant of a client that leaves (RFC 7009).
func (s *Server) revokeToken(w http.ResponseWriter, r *http.Request) error {
	fields, err := s.clientForm(w, r)
	if err != nil {
		return err
	}
	if fields.Get("token") == "" {
		return &access.Refusal{Code: access.InvalidRequest, Why: "token is missing"}
	}
	if err := s.o.Access.RevokeSecret(fields.Get("token")); err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct{}{})
}

// clientForm reads what a client sent as a form.
func (s *Server) clientForm(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	if !isTokenForm(r) {
		return nil, &access.Refusal{Code: access.InvalidRequest, Why: "send Content-Type: application/x-www-form-urlencoded"}
	}
	fields, err := form(w, r)
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
