package guard

import (
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"

	"devservers/app"
	"devservers/app/base/words"
)

// UIHost is the name of the browser UI, the only one with sessions. Cookies ignore ports: one set on localhost or
// 127.0.0.1 would be sent to every dev server on the machine, but none of those is visited under this name. Browsers
// resolve *.localhost to loopback on their own (RFC 6761 6.3).
const UIHost = "devservers.localhost"

// Site is where the manager is reached: its port, under each of its names.
type Site struct{ port atomic.Int64 }

// NewSite returns a site on port; 0 means that Listens will set it.
func NewSite(port int) *Site {
	s := &Site{}
	s.port.Store(int64(port))
	return s
}

// Listens sets the port unless it is known.
func (s *Site) Listens(port int) { s.port.CompareAndSwap(0, int64(port)) }

// Port returns the port that clients use.
func (s *Site) Port() int { return int(s.port.Load()) }

// Origin returns the manager's address under one of its names, without a slash at the end.
func (s *Site) Origin(name string) string { return "http://" + name + ":" + strconv.Itoa(s.Port()) }

// Issuer returns the manager's address under the name that the request used.
func (s *Site) Issuer(r *http.Request) string {
	name, _ := splitHost(r.Host)
	return s.Origin(name)
}

// ToUI sends a browser to the same page under UIHost.
func (s *Site) ToUI(w http.ResponseWriter, r *http.Request) {
	address := s.Origin(UIHost) + r.URL.EscapedPath()
	if r.URL.RawQuery != "" {
		address += "?" + r.URL.RawQuery
	}
	w.Header().Set("Location", address)
	w.WriteHeader(http.StatusFound)
}

// Owns reports whether a Host header, as sent, names the manager. Case and one trailing dot do not matter.
func (s *Site) Owns(host string) bool {
	name, port := splitHost(host)
	if port != strconv.Itoa(s.Port()) {
		return false
	}
	switch name {
	case "localhost", "127.0.0.1", "[::1]", UIHost:
		return true
	}
	return false
}

// HostOf returns the name that a request is for, in lower case and without its port, if that is the manager's.
func (s *Site) HostOf(r *http.Request) (name string, ok bool) {
	name, port := splitHost(r.Host)
	return name, port == strconv.Itoa(s.Port()) && r.URL.Host == ""
}

// HostName returns the name that a request is for, in its plain form and without its port.
func HostName(r *http.Request) string {
	name, _ := splitHost(r.Host)
	return name
}

// splitHost returns the name in its plain form, and the port ("80" if there is none).
func splitHost(host string) (name, port string) {
	name, port = host, "80"
	if at := strings.LastIndexByte(host, ':'); at > strings.LastIndexByte(host, ']') {
		name, port = host[:at], host[at+1:]
	}
	return strings.TrimSuffix(strings.ToLower(name), "."), port
}

// OnUIHost reports whether the request was sent to UIHost.
func OnUIHost(r *http.Request) bool {
	name, _ := splitHost(r.Host)
	return name == UIHost
}

// checkHost refuses every name but the manager's, so that a web page cannot reach the manager by resolving its own name
// to 127.0.0.1 (DNS rebinding).
func (g *Guard) checkHost(_ http.ResponseWriter, r *http.Request) (*http.Request, error) {
	if r.URL.Host != "" || r.URL.Scheme != "" { // the absolute form, as to a proxy
		return r, app.Failf(app.CodeHost, "this is not a proxy", "the request names its target in the absolute form")
	}
	if !g.o.Site.Owns(r.Host) {
		return r, app.Failf(app.CodeHost, atProxy(r, "use "+g.o.Site.Origin("localhost")), "%s is not a name of this manager",
			words.Quote(r.Host))
	}
	return r, nil
}

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
