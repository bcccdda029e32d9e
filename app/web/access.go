package web

import (
	"errors"
	"net/http"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/base/words"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
)

// accessAPI answers requests about the grants and tokens of agents.
type accessAPI struct {
	store   *access.Grants // nil: there are none
	history *history.Store
}

func (s *Site) agents() accessAPI { return accessAPI{s.o.Access, s.o.History} }

func (a accessAPI) list(w http.ResponseWriter, _ *http.Request) error {
	if a.store == nil {
		return wire.WriteJSON(w, http.StatusOK, []access.Entry{})
	}
	return wire.WriteJSON(w, http.StatusOK, a.store.List())
}

// TokenRequest is the body of POST /api/access.
type TokenRequest struct {
	Name string `json:"name"` // shown in the history
}

// NewToken is a named token with its secret, which is shown only once.
type NewToken struct {
	access.Entry
	Token string `json:"token"`
}

// add makes a named token. Only the command line may: a browser's page shows what it gets to more than its person.
func (a accessAPI) add(r *http.Request, _ app.Ref, body TokenRequest) (made NewToken, err error) {
	actor := guard.ActorOf(r)
	if guard.CredentialOf(r) != guard.Bearer || actor.IsAgent() {
		return made, app.Failf(app.CodeForbidden, "run `devservers token add NAME`", "only the command line can make tokens")
	}
	if a.store == nil {
		return made, accessError(access.ErrNotFound)
	}
	args := map[string]any{"name": words.Clean(body.Name, 60)}
	return history.Record(a.history, actor, history.Token, app.Ref{}, args, func() (made NewToken, err error) {
		made.Token, made.Entry, err = a.store.AddToken(body.Name)
		return made, accessError(err)
	})
}

// OwnRequest is the body of POST /api/access/own.
type OwnRequest struct {
	Kind string `json:"kind"` // bridge or helper
	Name string `json:"name"` // of the client, as it calls itself
}

// own gives a client that runs devservers a credential that is good for /mcp alone.
func (a accessAPI) own(r *http.Request, _ app.Ref, body OwnRequest) (made NewToken, err error) {
	switch {
	case guard.CredentialOf(r) != guard.Bearer:
		return made, app.Failf(app.CodeForbidden, "run `devservers mcp`", "only the command line gets a client's credential")
	case body.Kind != access.KindBridge && body.Kind != access.KindHelper:
		return made, app.Failf(app.CodeInvalid, "kind is bridge or helper", "%s is not a kind",
			words.Quote(words.Clip(body.Kind, 60)))
	case a.store == nil:
		return made, accessError(access.ErrNotFound)
	}
	made.Token, made.Entry, err = a.store.Own(body.Kind, body.Name)
	return made, accessError(err)
}

// allow lets a client in again whose access was revoked.
func (a accessAPI) allow(r *http.Request) error {
	actor, id := guard.ActorOf(r), r.PathValue("id")
	switch {
	case actor.IsAgent():
		return app.Failf(app.CodeNeedsHuman, "the settings page does it", "only a person lets a client in again")
	case a.store == nil:
		return accessError(access.ErrNotFound)
	}
	return a.history.Do(actor, history.Allow, app.Ref{}, map[string]any{"client": words.Clean(id, 60)}, func() error {
		_, err := a.store.Allow(id)
		return accessError(err)
	})
}

// revoke ends a grant or a named token.
func (a accessAPI) revoke(r *http.Request) error {
	if a.store == nil {
		return accessError(access.ErrNotFound)
	}
	name := r.PathValue("id")
	return a.history.Do(guard.ActorOf(r), history.Revoke, app.Ref{}, map[string]any{"client": words.Clean(name, 60)},
		func() error {
			_, err := a.store.Revoke(name)
			return accessError(err)
		})
}

// accessError returns err with what a person can do about it.
func accessError(err error) error {
	switch {
	case errors.Is(err, access.ErrNotFound):
		return app.Failf(app.CodeNotFound, "`devservers token list` shows all", "%s", err)
	case errors.Is(err, access.ErrRevoked):
		return app.Failf(app.CodeForbidden, "a person allows it again in the settings, or with `devservers token allow ID`",
			"%s", err)
	case errors.Is(err, access.ErrExists), errors.Is(err, access.ErrTooMany):
		return app.Failf(app.CodeConflict, "`devservers token list` shows all, `devservers token revoke` ends one", "%s", err)
	case errors.Is(err, access.ErrName):
		return app.Failf(app.CodeInvalid, "for example: devservers token add ci", "%s", err)
	}
	return err
}
