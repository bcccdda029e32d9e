package guard

import (
	"bytes"
	"net/http"
	"strings"

	"devservers/app/base/words"
)

// A proxy may serve the pages below a path, which it names in X-Forwarded-Prefix. Pages are made with addresses that
// begin with /; on their way to such a proxy each gets the prefix. That is safe to do with their bytes: templ writes
// every quote of a text as &#34;, so what matches is an attribute that a template has.

// prefixPattern is what a prefix looks like.
var prefixPattern = words.Lazy(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$`)

// addressPattern matches the attributes that hold addresses of ours, up to the first slash.
var addressPattern = words.Lazy(`([ \n](?:href|src|action|formaction|hx-get|hx-post|` +
	`data-(?:all|base|copy-from|copy-link|line|page|part|path|raw|stream|strip))=")/`)

// longestName is longer than each of these, with what is around it.
const longestName = 24

// prefixOf returns the path below which a proxy serves the manager, without a slash at its end; "" = none.
func prefixOf(r *http.Request) string {
	prefix := strings.TrimRight(strings.TrimSpace(r.Header.Get("X-Forwarded-Prefix")), "/")
	if len(prefix) > 200 || !prefixPattern().MatchString(prefix) {
		return ""
	}
	return prefix
}

// withoutPrefix removes the prefix from the path of a request, unless the proxy has.
func withoutPrefix(r *http.Request, prefix string) {
	if rest, ok := strings.CutPrefix(r.URL.Path, prefix); ok && (rest == "" || rest[0] == '/') {
		r.URL.Path, r.URL.RawPath = "/"+strings.TrimPrefix(rest, "/"), ""
	}
	r.Header.Del("Accept-Encoding") // the bytes are needed as they are
}

// prefixed is the answer to a request below a prefix.
type prefixed struct {
	http.ResponseWriter
	prefix string
	pages  bool   // the answer has addresses
	begun  bool   // the status has been written
	held   []byte // may be the beginning of an attribute
}

// Unwrap returns the writer below, for flushing and deadlines.
func (p *prefixed) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// WriteHeader writes the status and the header with its addresses below the prefix.
func (p *prefixed) WriteHeader(status int) {
	h := p.Header()
	for _, name := range []string{"Location", "Hx-Redirect", "Hx-Location", "Hx-Push-Url", "Hx-Replace-Url"} {
		if to := h.Get(name); strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//") {
			h.Set(name, p.prefix+to)
		}
	}
	kind := h.Get("Content-Type")
	p.pages = h.Get("Content-Encoding") == "" &&
		(strings.HasPrefix(kind, "text/html") || strings.HasPrefix(kind, "text/event-stream"))
	if p.pages {
		h.Del("Content-Length")
	}
	p.begun = true
	p.ResponseWriter.WriteHeader(status)
}

// Write writes a part of the answer.
func (p *prefixed) Write(data []byte) (int, error) {
	if !p.begun {
		p.WriteHeader(http.StatusOK)
	}
	if !p.pages {
		return p.ResponseWriter.Write(data)
	}
	all := append(p.held, data...)
	end := len(all)
	if at := bytes.LastIndexAny(all, " \n"); at >= 0 && end-at < longestName && !addressPattern().Match(all[at:]) {
		end = at
	}
	p.held = bytes.Clone(all[end:])
	if _, err := p.ResponseWriter.Write(p.below(all[:end])); err != nil {
		return 0, err
	}
	return len(data), nil
}

// below puts the prefix before the addresses in a part of a page.
func (p *prefixed) below(part []byte) []byte {
	return addressPattern().ReplaceAll(part, []byte("${1}"+p.prefix+"/"))
}

// FlushError sends what has been written.
func (p *prefixed) FlushError() error {
	p.finish()
	return http.NewResponseController(p.ResponseWriter).Flush()
}

// finish writes what is held back.
func (p *prefixed) finish() {
	if len(p.held) > 0 {
		_, _ = p.ResponseWriter.Write(p.below(p.held))
		p.held = nil
	}
}
