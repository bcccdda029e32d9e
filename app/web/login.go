package web

import (
	"net/http"
	"time"

	"devservers/app"
	"devservers/views"
)

// How a browser signs in: a program that holds the token asks for a code (POST /api/login) and opens the address
// that it gets. The code is in the fragment of the address: browsers keep that to themselves, so it is in no log, no
// Referer and no proxy. The page's script takes it out of the address bar and trades it for a session with a POST.
// A GET that traded it would be shorter, but a preview or a prefetch of the link would use the code up, and a GET
// would change something.

// LoginAnswer is the answer to POST /api/login.
type LoginAnswer struct {
	URL       string    `json:"url"` // to open in a browser; good for one session
	ExpiresAt time.Time `json:"expires_at"`
}

// makeCode is for holders of the token only: a session cannot make another one.
func (s *Server) makeCode(w http.ResponseWriter, r *http.Request) error {
	if credentialOf(r) != bearer {
		return fail(app.CodeForbidden, "run `devservers open`", "only the command line may sign a browser in")
	}
	return answer(w, http.StatusOK, LoginAnswer{
		URL:       s.origin(uiHost) + "/login#" + s.sessions.newCode(),
		ExpiresAt: time.Now().Add(codeLife),
	})
}

func (s *Server) loginPage(w http.ResponseWriter, r *http.Request) error {
	if !onUIHost(r) {
		return s.toUI(w, r)
	}
	return show(w, r, http.StatusOK, views.Login())
}

// CodeRequest is the body of POST /login.
type CodeRequest struct {
	Code string `json:"code"`
}

// redeemCode starts a session. It needs no credential but the code.
func (s *Server) redeemCode(w http.ResponseWriter, r *http.Request) error {
	var body CodeRequest
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	if !onUIHost(r) {
		return fail(app.CodeForbidden, "use "+s.origin(uiHost), "sessions exist under one name only")
	}
	value, ok := s.sessions.redeem(body.Code)
	if !ok {
		return fail(app.CodeUnauthorized, "run `devservers open` again", "the code is used up or older than %s", codeLife)
	}
	setSession(w, value, int(sessionLife.Seconds()))
	if next := s.waiting.take(time.Now()); next != "" {
		w.Header().Set("Location", next) // the page's script goes there: a client waits for an answer
	}
	return done(w, nil)
}

func (s *Server) logout(w http.ResponseWriter, r *http.Request) error {
	if cookie, err := r.Cookie(sessionCookie); err == nil {
		s.sessions.end(cookie.Value)
	}
	setSession(w, "", -1)
	return done(w, nil)
}

// setSession sets a cookie that only this host gets, that scripts cannot read, and that other sites cannot send.
func setSession(w http.ResponseWriter, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name: sessionCookie, Value: value, Path: "/", MaxAge: maxAge, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

// signInPage is what a person without a session sees. When another site's link led here, the browser has kept a
// session back: the page then asks once more by itself, as our own.
func (s *Server) signInPage(w http.ResponseWriter, r *http.Request) {
	if !onUIHost(r) {
		_ = s.toUI(w, r)
		return
	}
	again := r.Header.Get("Sec-Fetch-Site") == "cross-site" || r.Header.Get("Sec-Fetch-Site") == "same-site"
	_ = show(w, r, http.StatusUnauthorized, views.SignIn(again))
}

// toUI sends a browser to the same page under the only name that has sessions.
func (s *Server) toUI(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Location", s.origin(uiHost)+r.URL.EscapedPath())
	w.WriteHeader(http.StatusFound)
	return nil
}
