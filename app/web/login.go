package web

import (
	"net/http"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
	"devservers/views"
)

// login signs browsers in and out. A program that holds the token gets a code (POST /api/login) and opens the address
// that comes with it. The code is in the fragment of the address, which browsers keep to themselves: it appears in no
// log, no Referer and no proxy. The page's script removes it from the address bar and trades it for a session with a
// POST. With a GET a preview or a prefetch of the link would use the code up, and a GET would change something.
type login struct {
	site     *guard.Site
	sessions *guard.Sessions
	oauth    *guard.OAuth
}

func (s *Site) login() login { return login{s.site, s.sessions, s.oauth} }

// LoginAnswer is the answer to POST /api/login.
type LoginAnswer struct {
	URL       string    `json:"url"` // to open in a browser; good for one session
	ExpiresAt time.Time `json:"expires_at"`
}

// makeCode is for holders of the token only: a session cannot make another one.
func (l login) makeCode(w http.ResponseWriter, r *http.Request) error {
	if guard.CredentialOf(r) != guard.Bearer {
		return app.Failf(app.CodeForbidden, "run `devservers open`", "only the command line can sign a browser in")
	}
	return wire.WriteJSON(w, http.StatusOK, LoginAnswer{
		URL:       l.site.Origin(guard.UIHost) + "/login#" + l.sessions.NewCode(),
		ExpiresAt: time.Now().Add(guard.CodeLife),
	})
}

func (l login) page(w http.ResponseWriter, r *http.Request) error {
	if !guard.OnUIHost(r) {
		l.site.ToUI(w, r)
		return nil
	}
	return wire.WritePage(w, r, http.StatusOK, views.Login())
}

// CodeRequest is the body of POST /login.
type CodeRequest struct {
	Code string `json:"code"`
}

// redeem starts a session. The code is the only credential it needs.
func (l login) redeem(w http.ResponseWriter, r *http.Request) error {
	var body CodeRequest
	if err := wire.ReadJSON(w, r, &body); err != nil {
		return err
	}
	if !guard.OnUIHost(r) {
		return app.Failf(app.CodeForbidden, "use "+l.site.Origin(guard.UIHost), "sessions exist under one name only")
	}
	session, err := l.sessions.Redeem(body.Code)
	if err != nil {
		return err
	}
	if session == "" {
		return app.Failf(app.CodeUnauthorized, "run `devservers open` again", "the code has been used or is older than %s",
			words.Duration(guard.CodeLife))
	}
	l.site.SetSession(w, r, session)
	if next := l.oauth.Waiting(time.Now()); next != "" {
		w.Header().Set("Location", next) // the page's script goes there: a client waits for an answer
	}
	return wire.NoContent(w, nil)
}

// logout ends a session, for programs.
func (l login) logout(w http.ResponseWriter, r *http.Request) error {
	return wire.NoContent(w, l.end(w, r))
}

// signOut ends the browser's session, for the button.
func (l login) signOut(w http.ResponseWriter, r *http.Request) error {
	if err := l.end(w, r); err != nil {
		return err
	}
	return wire.Redirect(w, http.StatusSeeOther, "/")
}

func (l login) end(w http.ResponseWriter, r *http.Request) error {
	l.site.ClearSession(w, r)
	return l.sessions.End(guard.SessionOf(r))
}
