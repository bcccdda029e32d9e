package guard

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/base/words"
	"devservers/app/record/history"
	"devservers/app/web/wire"
	"devservers/views"
)

// ConsentPage asks the person whether a client may connect. The client's address leads the browser here, and from here
// to the one name that has sessions. Without a session the page describes how to sign in, and signing in leads back.
func (s *OAuth) ConsentPage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	if !OnUIHost(r) {
		q.Set("issuer", s.Site.Issuer(r))
		return wire.Redirect(w, http.StatusFound, s.Site.Origin(UIHost)+"/oauth/authorize?"+q.Encode())
	}
	id, signedIn := q.Get("client_id"), CredentialOf(r) == Session
	if access.IsDocument(id) && s.Access != nil && !signedIn { // whose document is read for a person only
		return s.signInFirst(w, r, access.DocumentHost(id))
	}
	client, err := s.client(r.Context(), q)
	if err != nil {
		return unusable(w, r, err)
	}
	by, away := s.vouching(id)
	if err := s.check(q); err != nil {
		return s.leadBack(w, q, url.Values{"error": {err.Code}, "error_description": {err.Why}})
	}
	if !signedIn {
		return s.signInFirst(w, r, client.Name)
	}
	Policy{FormTarget: formTarget(q.Get("redirect_uri"))}.Set(w.Header())
	return wire.WritePage(w, r, http.StatusOK, views.Consent(views.ConsentView{
		Client: client.Name, Host: access.RedirectHost(q.Get("redirect_uri")), Fields: s.fields(r, q), By: by, Away: away,
		Projects: s.projects(), Project: projectOf(q),
	}))
}

// client returns the client of a request if its id and its redirect address belong together. A browser is sent to no
// other address.
func (s *OAuth) client(ctx context.Context, q url.Values) (access.Registration, error) {
	if s.Access == nil {
		return access.Registration{}, errNoClients()
	}
	const again = "remove devservers from the client and add it again"
	id := q.Get("client_id")
	client, ok := s.Access.Client(id)
	if access.IsDocument(id) {
		var err error
		if client, err = s.documents.client(ctx, id, s.Document); isAway(err) {
			client = access.UnreadDocument(id, q.Get("redirect_uri"))
		} else if err != nil {
			return client, app.Failf(app.CodeInvalid, "try again later, or connect the client with a token: devservers token "+
				"add NAME", "the document at %s, by which the client describes itself, cannot be used: %s", words.Clean(id, 300),
				words.Clean(err.Error(), 300))
		}
		ok = true
	}
	if !ok {
		return client, app.Failf(app.CodeInvalid, again, "this client is not registered here")
	}
	if !client.Allows(q.Get("redirect_uri")) {
		return client, app.Failf(app.CodeInvalid, again,
			"the client did not register the address it wants the browser sent to")
	}
	return client, nil
}

// check checks the rest of a request (RFC 6749 4.1.1, RFC 7636 4.3, RFC 8707 2.1).
func (s *OAuth) check(q url.Values) *access.Refusal {
	switch {
	case q.Get("response_type") != "code":
		return &access.Refusal{Code: access.UnsupportedCode, Why: "response_type must be code"}
	case q.Get("code_challenge_method") != "S256" || !access.ValidChallenge(q.Get("code_challenge")):
		return &access.Refusal{Code: access.InvalidRequest, Why: "a code_challenge of the method S256 is required"}
	case !s.ours(q):
		return &access.Refusal{Code: access.InvalidTarget, Why: "resource is not the address of this manager's /mcp"}
	}
	return nil
}

// signInFirst tells the person how to sign in. A browser that withheld its session, because another site led here,
// sends the request again on its own.
func (s *OAuth) signInFirst(w http.ResponseWriter, r *http.Request, client string) error {
	s.waiting.put(client, r.URL.RequestURI(), time.Now())
	site := r.Header.Get("Sec-Fetch-Site")
	return wire.WritePage(w, r, http.StatusUnauthorized,
		views.SignInFirst(client, site == "cross-site" || site == "same-site"))
}

// projects returns the ids of the projects that a person can choose from.
func (s *OAuth) projects() []string {
	if s.Projects == nil {
		return nil
	}
	return s.Projects()
}

// projectOf returns the project of the address that a client wants access to; "" if it is that of all.
func projectOf(q url.Values) string {
	u, err := url.Parse(q.Get("resource"))
	if err != nil || !strings.HasPrefix(u.Path, "/mcp/p/") {
		return ""
	}
	return strings.Trim(strings.TrimPrefix(u.Path, "/mcp/p/"), "/")
}

// vouching returns the host that vouches for the name of a client, or the one that would, but is away; "" if there is
// none.
func (s *OAuth) vouching(id string) (by, away string) {
	switch {
	case !access.IsDocument(id):
		return "", ""
	case s.documents.isAway(id):
		return "", access.DocumentHost(id)
	}
	return access.DocumentHost(id), ""
}

// kept returns the parameters of a request that the form carries on.
func kept() []string {
	return []string{"client_id", "redirect_uri", "code_challenge", "state", "issuer"}
}

// fields returns the form's hidden fields: the request, sealed for this session, so that this session can allow exactly
// this request.
func (s *OAuth) fields(r *http.Request, q url.Values) (fields [][2]string) {
	for _, name := range kept() {
		fields = append(fields, [2]string{name, q.Get(name)})
	}
	return append(fields, [2]string{"seal", s.Access.Seal("consent", sealed(r, q)...)})
}

func sealed(r *http.Request, q url.Values) []string {
	list := []string{SessionOf(r)}
	for _, name := range kept() {
		list = append(list, q.Get(name))
	}
	return list
}

// Consent takes the person's answer.
func (s *OAuth) Consent(w http.ResponseWriter, r *http.Request) error {
	q, err := wire.ReadForm(w, r)
	if err != nil {
		return err
	}
	if s.Access == nil {
		return errNoClients()
	}
	if CredentialOf(r) != Session || !s.Access.Sealed(q.Get("seal"), "consent", sealed(r, q)...) {
		return app.Failf(app.CodeForbidden, "start again from the client",
			"this consent form has expired or was opened in another browser")
	}
	client, err := s.client(r.Context(), q)
	if err != nil {
		return err
	}
	project := q.Get("project")
	if project != "" && !slices.Contains(s.projects(), project) {
		return app.Failf(app.CodeInvalid, "start again from the client", "there is no project %s", words.Quote(project))
	}
	_ = s.Waiting(time.Now()) // answered
	if q.Get("answer") != "allow" {
		return s.leadBack(w, q, url.Values{"error": {access.AccessDenied}, "error_description": {"the person refused"}})
	}
	asking := access.Consent{ClientID: q.Get("client_id"), Name: client.Name, Redirect: q.Get("redirect_uri"),
		Challenge: q.Get("code_challenge"), Project: project}
	args := map[string]any{"client": client.Name, "redirect": access.RedirectHost(asking.Redirect)}
	if project != "" {
		args["project"] = project
	}
	code := s.Access.NewCode(asking)
	_ = s.History.Do(ActorOf(r), history.Allow, app.Ref{}, args, func() error { return nil })
	return s.leadBack(w, q, url.Values{"code": {code}})
}

// leadBack sends the browser to the client's address with the answer (RFC 6749 4.1.2) and who gave it (RFC 9207).
func (s *OAuth) leadBack(w http.ResponseWriter, q, more url.Values) error {
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
	fields.Set("iss", s.issuer(q.Get("issuer")))
	u.RawQuery = fields.Encode()
	return wire.Redirect(w, http.StatusSeeOther, u.String())
}

// issuer returns the manager's name as the client used it, if it is one of ours.
func (s *OAuth) issuer(name string) string {
	if host, ok := strings.CutPrefix(name, "http://"); ok && s.Site.Owns(host) {
		return name
	}
	return s.Site.Origin(UIHost)
}

// formTarget returns the source that lets the page's form lead to the client: browsers apply form-action to redirects
// too. A policy cannot name IPv6 addresses.
func formTarget(redirect string) string {
	u, err := url.Parse(redirect)
	switch {
	case err != nil || strings.Contains(u.Host, "["):
		return "http:"
	case u.Scheme != "http" && u.Scheme != "https":
		return u.Scheme + ":"
	}
	return u.Scheme + "://" + u.Host
}

// unusable shows a person why a client's request leads nowhere, without sending the browser to the client.
func unusable(w http.ResponseWriter, r *http.Request, err error) error {
	var failure *app.Error
	if !errors.As(err, &failure) || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		return err
	}
	return wire.WritePage(w, r, wire.Status(failure.Code), views.Refused(*failure))
}
