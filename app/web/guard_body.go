package web

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"devservers/app"
)

// checkBody lets only JSON through as the body of a write, up to maxBody and within bodyTimeout. A form or text/plain,
// which a page may send anywhere without asking, never gets further, unless one of our own pages sends it for the
// person who is signed in (isOwnForm), or OAuth wants it so (isTokenForm). A GET's body is never read.
func (s *Server) checkBody(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		r.Body = http.NoBody
		return r, nil
	}
	if err := checkMediaType(r); err != nil && !isOwnForm(r) && !isTokenForm(r) {
		return r, err
	}
	if r.ContentLength > maxBody {
		hearOut(w, r)
		return r, tooLarge()
	}
	if r.ContentLength != 0 {
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	}
	return r, nil
}

// checkMediaType refuses every type but JSON, and a body without a type. A write may have no body at all.
func checkMediaType(r *http.Request) error {
	kind := r.Header.Get("Content-Type")
	if kind == "" && r.ContentLength == 0 {
		return nil
	}
	media, params, err := mime.ParseMediaType(kind)
	charset := strings.ToLower(params["charset"])
	if err != nil || media != "application/json" || (charset != "" && charset != "utf-8") {
		return fail(codeMediaType, "send Content-Type: application/json", "%s is not a type that this API reads", short(kind))
	}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return fail(codeMediaType, "send the body as it is", "the body is encoded as %s", short(encoding))
	}
	return nil
}

// isOwnForm tells whether a page of ours sends a form by itself, as the buttons do where there is no script. The API
// takes none. That the origin is ours and that the session is one has been checked before.
func isOwnForm(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/x-www-form-urlencoded" && credentialOf(r) == session &&
		r.Header.Get("Content-Encoding") == "" && !strings.HasPrefix(r.URL.Path, "/api/") && r.URL.Path != "/login"
}

// isTokenForm tells whether a client trades a code or a token, which RFC 6749 (4.1.3) wants sent as a form. No browser's
// page can be behind it: the origin has been checked, and what is asked for proves itself.
func isTokenForm(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/x-www-form-urlencoded" && r.Header.Get("Content-Encoding") == "" &&
		(r.URL.Path == "/oauth/token" || r.URL.Path == "/oauth/revoke")
}

// form reads the fields of an own form.
func form(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	defer bodyDeadline(w)()
	if err := r.ParseForm(); err != nil {
		return nil, fail(app.CodeInvalid, "go back and try again", "the form cannot be read")
	}
	return r.PostForm, nil
}

// hearOut takes in, and forgets, a body that is a little too large: a client that is still sending when the connection
// is closed may never see the answer.
func hearOut(w http.ResponseWriter, r *http.Request) {
	defer bodyDeadline(w)()
	_, _ = io.CopyN(io.Discard, r.Body, 4*maxBody)
}

func tooLarge() *app.Error {
	return fail(codeTooLarge, "", "the body is larger than %d bytes", maxBody)
}

// bodyDeadline bounds the reading of a body. undo has to be called once it is read: the deadline would otherwise end
// the whole request while it waits for a server.
func bodyDeadline(w http.ResponseWriter) (undo func()) {
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Now().Add(bodyTimeout))
	return func() { _ = c.SetReadDeadline(time.Time{}) }
}
