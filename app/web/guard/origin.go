package guard

import (
	"net/http"
	"strings"

	"devservers/app"
)

// checkOrigin refuses requests from pages of other origins: any request with a foreign Origin header ("null" included),
// and every write that the browser itself marks as cross-origin.
func (g *Guard) checkOrigin(_ http.ResponseWriter, r *http.Request) (*http.Request, error) {
	foreign := app.Failf(app.CodeOrigin, atProxy(r,
		"only the manager's own pages, and programs without an Origin header, "+
			"may send requests"), "the request comes from another origin")
	for _, origin := range r.Header.Values("Origin") {
		if !g.o.Site.allowsOrigin(origin, r.Host) {
			return r, foreign
		}
	}
	if http.NewCrossOriginProtection().Check(r) != nil {
		return r, foreign
	}
	return r, nil
}

// allowsOrigin reports whether origin is the one of host, which has passed checkHost. Dev servers run on the same
// machine, so another port is foreign, and so is another of the manager's names.
func (s *Site) allowsOrigin(origin, host string) bool {
	name, ok := strings.CutPrefix(origin, "http://")
	if !ok || !s.Owns(name) {
		return false
	}
	a, _ := splitHost(name)
	b, _ := splitHost(host)
	return a == b
}
