package web

import (
	"net/http"
	"strings"

	"devservers/app"
)

// checkOrigin refuses what a page of another origin sent: an Origin header that is not ours on any method ("null"
// included), and every write that the browser itself calls cross-origin.
func (s *Server) checkOrigin(_ http.ResponseWriter, r *http.Request) (*http.Request, error) {
	foreign := fail(app.CodeOrigin, "only the manager's own pages and programs without an Origin header may ask",
		"the request comes from another origin")
	for _, origin := range r.Header.Values("Origin") {
		if !originAllowed(origin, r.Host, s.Port()) {
			return r, foreign
		}
	}
	if http.NewCrossOriginProtection().Check(r) != nil {
		return r, foreign
	}
	return r, nil
}

// originAllowed tells whether origin is the one that host, which has passed checkHost, is the name of. The dev
// servers are neighbours on the same machine, so another port or another of our names is foreign too.
func originAllowed(origin, host string, port int) bool {
	name, ok := strings.CutPrefix(origin, "http://")
	if !ok || !hostAllowed(name, port) {
		return false
	}
	a, _ := splitHost(name)
	b, _ := splitHost(host)
	return a == b
}
