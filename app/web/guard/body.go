package guard

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/web/wire"
)

// checkBody passes only JSON as the body of a write, up to wire.MaxBody. Any page can send a form or text/plain without
// the browser asking first, so these are refused, except for forms of our own pages (isOwnForm) and of OAuth
// (IsTokenForm). The body of a GET is never read.
func checkBody(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		r.Body = http.NoBody
		return r, nil
	}
	if err := checkMediaType(r); err != nil && !isOwnForm(r) && !IsTokenForm(r) {
		return r, err
	}
	if r.ContentLength > wire.MaxBody {
		discard(r.Body)
		return r, wire.TooLarge()
	}
	if r.ContentLength != 0 {
		r.Body = &boundedBody{http.MaxBytesReader(w, r.Body, wire.MaxBody), r.Body}
	}
	return r, nil
}

// checkMediaType refuses every type but JSON, and a body without a type. A write may have no body.
func checkMediaType(r *http.Request) error {
	kind := r.Header.Get("Content-Type")
	if kind == "" && r.ContentLength == 0 {
		return nil
	}
	media, params, err := mime.ParseMediaType(kind)
	charset := strings.ToLower(params["charset"])
	if err != nil || media != "application/json" || (charset != "" && charset != "utf-8") {
		return app.Failf(wire.CodeMediaType, "send Content-Type: application/json", "this API does not read %s",
			words.Quote(kind))
	}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return app.Failf(wire.CodeMediaType, "send the body unencoded", "the body is encoded as %s", words.Quote(encoding))
	}
	return nil
}

func isForm(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/x-www-form-urlencoded" && r.Header.Get("Content-Encoding") == ""
}

// isOwnForm reports whether a page of ours sends a form, as buttons do without script. The API takes no forms. Origin
// and session have been checked before.
func isOwnForm(r *http.Request) bool {
	return isForm(r) && CredentialOf(r) == Session && !strings.HasPrefix(r.URL.Path, "/api/") && r.URL.Path != "/login"
}

// IsTokenForm reports whether a client trades a code or a token, which RFC 6749 (4.1.3) sends as a form. No browser's
// page can be behind it: the origin has been checked, and the form proves itself by its secret.
func IsTokenForm(r *http.Request) bool {
	return isForm(r) && (r.URL.Path == "/oauth/token" || r.URL.Path == "/oauth/revoke")
}

// boundedBody is a body that ends with an error at wire.MaxBody, if its length was not announced.
type boundedBody struct {
	io.ReadCloser
	whole io.Reader
}

func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) && b.whole != nil {
		discard(b.whole)
		b.whole = nil
	}
	return n, err
}

// discard reads a body that is a little too large: a client that is still sending when the connection is closed may
// never see the answer.
func discard(body io.Reader) { _, _ = io.CopyN(io.Discard, body, 4*wire.MaxBody) }
