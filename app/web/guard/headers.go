package guard

import (
	"net/http"
	"strings"
)

// Policy is a Content-Security-Policy. Its zero value allows the embedded files and nothing inline.
type Policy struct {
	StyleNonce string // style elements with this nonce are allowed
	FormTarget string // a source that forms may lead to, apart from the manager itself
}

// Set makes p the policy of an answer.
func (p Policy) Set(h http.Header) { h.Set("Content-Security-Policy", p.String()) }

// String returns the header's value.
func (p Policy) String() string {
	style, form := "'self'", "'self'"
	if p.StyleNonce != "" {
		style += " 'nonce-" + p.StyleNonce + "'"
	}
	if p.FormTarget != "" {
		form += " " + p.FormTarget
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src " + style, "img-src 'self'", "font-src 'self'",
		"connect-src 'self'", "base-uri 'none'", "form-action " + form, "frame-ancestors 'none'",
	}, "; ")
}

// SetHeaders sets the headers that make browsers careful with an answer.
func SetHeaders(h http.Header) {
	Policy{}.Set(h)
	h.Set("Cache-Control", "no-store")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "same-origin") // with no-referrer, our own forms would come from the origin "null"
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
}
