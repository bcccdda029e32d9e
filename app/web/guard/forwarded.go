package guard

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Forwarded lets browsers reach the UI through a proxy that the person trusts, under a name of the proxy's own: what it
// forwards counts as sent to UIHost. An Origin counts as the UI's only if it is that name; any other stays foreign. A
// page of another origin cannot send the header that names the proxy; one that gets here by DNS rebinding can, if this
// machine is a trusted proxy, but has the cookies of its own name only. Requests of agents and programs stay as they
// are.
func Forwarded(site *Site, trusts func(addr string) bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, _, _ := strings.Cut(r.Header.Get("X-Forwarded-Host"), ",")
		if name = strings.TrimSpace(name); name != "" && !fromProgram(r) && trusts(r.RemoteAddr) {
			r = forwarded(r, name, site.Origin(UIHost))
			if prefix := prefixOf(r); prefix != "" {
				withoutPrefix(r, prefix)
				below := &prefixed{ResponseWriter: w, prefix: prefix}
				defer below.finish()
				w = below
			}
		}
		next.ServeHTTP(w, r)
	})
}

// forwarded returns r as a request to our origin, which the browser knows by name.
func forwarded(r *http.Request, name, own string) *http.Request {
	proto, _, _ := strings.Cut(r.Header.Get("X-Forwarded-Proto"), ",")
	r = r.Clone(context.WithValue(r.Context(), tlsKey{}, strings.TrimSpace(proto) == "https"))
	r.Host = strings.TrimPrefix(own, "http://")
	for i, origin := range r.Header["Origin"] {
		if origin == "https://"+name || origin == "http://"+name {
			r.Header["Origin"][i] = own
		}
	}
	if from, err := url.Parse(r.Referer()); err == nil && from.Host == name {
		rest := strings.TrimPrefix(from.RequestURI(), prefixOf(r))
		r.Header.Set("Referer", own+rest)
	}
	return r
}

// tlsKey is the key of what a trusted proxy says about TLS in the context of its requests.
type tlsKey struct{}

// overTLS reports whether the browser reached a trusted proxy over TLS.
func overTLS(r *http.Request) bool {
	tls, _ := r.Context().Value(tlsKey{}).(bool)
	return tls
}

// atProxy returns the hint of a refusal: the setting that is missing if a proxy has sent the request, or else hint.
func atProxy(r *http.Request, hint string) string {
	from, _, err := net.SplitHostPort(r.RemoteAddr)
	if r.Header.Get("X-Forwarded-Host") == "" || err != nil {
		return hint
	}
	return "for a proxy of yours, write trusted_proxies: [" + strconv.Quote(from) + "] under settings of config.yml; " +
		hint
}

// fromProgram reports whether a request is one of an agent or another program.
func fromProgram(r *http.Request) bool {
	for _, path := range []string{"/mcp", "/.well-known/", "/oauth/token", "/oauth/register", "/oauth/revoke"} {
		if strings.HasPrefix(r.URL.Path, path) {
			return true
		}
	}
	return r.Header.Get("Authorization") != ""
}
