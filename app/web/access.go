package web

import (
	"errors"
	"net/http"
	"strings"

	"devservers/app"
	"devservers/app/access"
)

// accessList answers who may speak to /mcp.
func (s *Server) accessList(w http.ResponseWriter, _ *http.Request) error {
	if s.o.Access == nil {
		return answer(w, http.StatusOK, []access.Entry{})
	}
	return answer(w, http.StatusOK, s.o.Access.List())
}

// TokenRequest is the body of POST /api/access.
type TokenRequest struct {
	Name string `json:"name"` // what shows in the history
}

// NewToken is a named token with its secret, which is shown this once.
type NewToken struct {
	access.Entry
	Token string `json:"token"`
}

// addToken makes a named token. Only the command line may: what a browser shows, more than the person can see.
func (s *Server) addToken(w http.ResponseWriter, r *http.Request) error {
	var body TokenRequest
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	if credentialOf(r) != bearer || actorOf(r).Kind == app.ActorMCP {
		return fail(app.CodeForbidden, "run `devservers token add NAME`", "only the command line makes tokens")
	}
	if s.o.Access == nil {
		return accessError(access.ErrNotFound)
	}
	var made NewToken
	err := s.record(r, "token", "", map[string]any{"name": clean(body.Name, 60)}, func() (run string, err error) {
		made.Token, made.Entry, err = s.o.Access.AddToken(body.Name)
		return "", accessError(err)
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusCreated, made)
}

// revokeAccess ends a grant or a named token.
func (s *Server) revokeAccess(w http.ResponseWriter, r *http.Request) error {
	if err := s.revoke(r); err != nil {
		return err
	}
	return done(w, nil)
}

func (s *Server) revoke(r *http.Request) error {
	if s.o.Access == nil {
		return accessError(access.ErrNotFound)
	}
	name := r.PathValue("id")
	return s.record(r, "revoke", "", map[string]any{"client": clean(name, 60)}, func() (string, error) {
		_, err := s.o.Access.Revoke(name)
		return "", accessError(err)
	})
}

// revokeAction is the button's.
func (s *Server) revokeAction(w http.ResponseWriter, r *http.Request) error {
	if err := s.revoke(r); err != nil {
		return err
	}
	if isFragment(r) {
		w.Header().Set("HX-Redirect", "/settings")
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return seeOther(w, "/settings#agents")
}

// accessError says what a person can do about it.
func accessError(err error) error {
	switch {
	case errors.Is(err, access.ErrNotFound):
		return fail(app.CodeNotFound, "devservers token list shows what there is", "%s", err)
	case errors.Is(err, access.ErrExists), errors.Is(err, access.ErrTooMany):
		return fail(app.CodeConflict, "devservers token list shows what there is, devservers token revoke ends one", "%s", err)
	case errors.Is(err, access.ErrName):
		return fail(app.CodeInvalid, "devservers token add ci", "%s", strings.TrimSpace(err.Error()))
	}
	return err
}
