package web

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/views"
)

// consentPage asks the person whether a client may come in. The browser gets here by the client's address, and is led
// to the one name that has sessions; without a session the page says how to sign in, and signing in leads back.
func (s *Server) consentPage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	if !onUIHost(r) {
		q.Set("issuer", s.issuer(r))
		w.Header().Set("Location", s.origin(uiHost)+"/oauth/authorize?"+q.Encode())
		w.WriteHeader(http.StatusFound)
		return nil
	}
	client, err := s.client(q)
	if err != nil {
		return s.unusable(w, r, err)
	}
	if err := s.askable(q); err != nil {
		return s.leadBack(w, q, url.Values{"error": {err.Code}, "error_description": {err.Why}})
	}
	if credentialOf(r) != session {
		return s.signInFirst(w, r, client)
	}
	w.Header().Set("Content-Security-Policy", consentPolicy(q.Get("redirect_uri")))
	return show(w, r, http.StatusOK, views.Consent(views.ConsentView{
		Client: client.Name, Host: access.RedirectHost(q.Get("redirect_uri")), Fields: s.consentFields(r, q),
	}))
}

// client is who asks, if its id and the address that it wants to be led back to belong together. Nobody is led
// anywhere else.
func (s *Server) client(q url.Values) (access.Client, error) {
	if s.o.Access == nil {
		return access.Client{}, fail(app.CodeNotFound, "", "this manager connects no clients")
	}
	client, ok := s.o.Access.Client(q.Get("client_id"))
	if !ok {
		return client, fail(app.CodeInvalid, "remove devservers from the client and add it again", "this client is not registered here")
	}
	if !client.Allows(q.Get("redirect_uri")) {
		return client, fail(app.CodeInvalid, "remove devservers from the client and add it again",
			"the client wants to be led back to an address that it has not registered")
	}
	return client, nil
}

// askable checks the rest of a request (RFC 6749 4.1.1, RFC 7636 4.3, RFC 8707 2.1).
func (s *Server) askable(q url.Values) *access.Refusal {
	switch {
	case q.Get("response_type") != "code":
		return &access.Refusal{Code: access.UnsupportedCode, Why: "response_type has to be code"}
	case q.Get("code_challenge_method") != "S256" || !access.ValidChallenge(q.Get("code_challenge")):
		return &access.Refusal{Code: access.InvalidRequest, Why: "a code_challenge of the method S256 is needed"}
	case !s.ourResource(q):
		return &access.Refusal{Code: access.InvalidTarget, Why: "resource is not the address of this manager's /mcp"}
	}
	return nil
}

// signInFirst tells the person how to sign in. A browser that has kept its session back, because another site led
// here, asks once more by itself.
func (s *Server) signInFirst(w http.ResponseWriter, r *http.Request, client access.Client) error {
	s.waiting.put(r.URL.RequestURI(), time.Now())
	site := r.Header.Get("Sec-Fetch-Site")
	return show(w, r, http.StatusUnauthorized, views.SignInFirst(client.Name, site == "cross-site" || site == "same-site"))
}

// consentFields go with the form: what was asked, sealed for this session, so that nothing else can be allowed, and by
// nobody else.
func (s *Server) consentFields(r *http.Request, q url.Values) (fields [][2]string) {
	for _, name := range asked() {
		fields = append(fields, [2]string{name, q.Get(name)})
	}
	return append(fields, [2]string{"seal", s.o.Access.Seal("consent", s.consented(r, q)...)})
}

// asked are the parameters of a request that matter later.
func asked() []string {
	return []string{"client_id", "redirect_uri", "code_challenge", "state", "issuer"}
}

func (s *Server) consented(r *http.Request, q url.Values) []string {
	words := []string{sessionOf(r)}
	for _, name := range asked() {
		words = append(words, q.Get(name))
	}
	return words
}

func sessionOf(r *http.Request) string {
	cookie, err := r.Cookie(sessionCookie)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// consent is the person's answer.
func (s *Server) consent(w http.ResponseWriter, r *http.Request) error {
	q, err := form(w, r)
	if err != nil {
		return err
	}
	client, err := s.client(q)
	if err != nil {
		return err
	}
	if credentialOf(r) != session || !s.o.Access.Sealed(q.Get("seal"), "consent", s.consented(r, q)...) {
		return fail(app.CodeForbidden, "begin again from the client", "the answer does not belong to a question that this browser was asked")
	}
	if q.Get("answer") != "allow" {
		return s.leadBack(w, q, url.Values{"error": {access.AccessDenied}, "error_description": {"the person said no"}})
	}
	asking := access.Request{ClientID: q.Get("client_id"), Redirect: q.Get("redirect_uri"), Challenge: q.Get("code_challenge")}
	args := map[string]any{"client": client.Name, "redirect": access.RedirectHost(asking.Redirect)}
	var code string
	err = s.record(r, "allow", "", args, func() (string, error) {
		code = s.o.Access.NewCode(asking)
		return "", nil
	})
	if err != nil {
		return err
	}
	return s.leadBack(w, q, url.Values{"code": {code}})
}

// leadBack sends the browser to the client's address with the answer (RFC 6749 4.1.2), and with who gave it (RFC 9207).
func (s *Server) leadBack(w http.ResponseWriter, q, more url.Values) error {
	u, err := url.Parse(q.Get("redirect_uri"))
	if err != nil {
		return err
	}
	fields := u.Query()
	for name := range more {
		fields.Set(name, more.Get(name))
	}
	if state := q.Get("state"); state != "" {
		fields.Set("state", state)
	}
	fields.Set("iss", s.ownIssuer(q.Get("issuer")))
	u.RawQuery = fields.Encode()
	return seeOther(w, u.String())
}

// ownIssuer is the name under which the client knows us, if it is one of ours.
func (s *Server) ownIssuer(issuer string) string {
	if name, ok := strings.CutPrefix(issuer, "http://"); ok && hostAllowed(name, s.Port()) {
		return issuer
	}
	return s.origin(uiHost)
}

// consentPolicy lets the page's form lead back to the client: browsers hold form-action against redirects too.
func consentPolicy(redirect string) string {
	target := "http:"
	if u, err := url.Parse(redirect); err == nil && !strings.Contains(u.Host, "[") { // a policy cannot name IPv6 addresses
		target = u.Scheme + "://" + u.Host
		if u.Scheme != "http" && u.Scheme != "https" {
			target = u.Scheme + ":"
		}
	}
	return strings.Replace(contentPolicy, "form-action 'self'", "form-action 'self' "+target, 1)
}

// unusable says to a person why a client's request leads nowhere, without leading to the client.
func (s *Server) unusable(w http.ResponseWriter, r *http.Request, err error) error {
	var failure *app.Error
	if !errors.As(err, &failure) || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		return err
	}
	return show(w, r, statusOf(failure.Code), views.Refused(*failure))
}
