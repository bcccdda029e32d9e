package web

import (
	"net/http"
	"strconv"
	"strings"

	"devservers/app"
)

// uiHost is the name under which the browser UI lives. Cookies ignore ports, so that one set on localhost or
// 127.0.0.1 would be sent to every dev server on the machine; no dev server is visited under this name. Browsers
// resolve *.localhost to loopback by themselves (RFC 6761 6.3).
const uiHost = "devservers.localhost"

// checkHost refuses every name but our own, so that a page cannot reach us by making its name resolve to
// 127.0.0.1 (DNS rebinding).
func (s *Server) checkHost(_ http.ResponseWriter, r *http.Request) (*http.Request, error) {
	if r.URL.Host != "" || r.URL.Scheme != "" { // the absolute form, as to a proxy
		return r, fail(app.CodeHost, "this is not a proxy", "the request names its target in the absolute form")
	}
	if !hostAllowed(r.Host, s.Port()) {
		return r, fail(app.CodeHost, "use "+s.origin("localhost"), "%s is not a name of this manager", short(r.Host))
	}
	return r, nil
}

// hostAllowed tells whether a Host header, as sent, names us on port. Names are compared without regard to case
// and to one trailing dot.
func hostAllowed(host string, port int) bool {
	name, digits := splitHost(host)
	if digits != strconv.Itoa(port) {
		return false
	}
	switch name {
	case "localhost", "127.0.0.1", "[::1]", uiHost:
		return true
	}
	return false
}

// splitHost gives the name in its plain form, and the port ("80" when there is none).
func splitHost(host string) (name, port string) {
	name, port = host, "80"
	if at := strings.LastIndexByte(host, ':'); at > strings.LastIndexByte(host, ']') {
		name, port = host[:at], host[at+1:]
	}
	return strings.TrimSuffix(strings.ToLower(name), "."), port
}

// onUIHost tells whether the request came to the only name that has sessions.
func onUIHost(r *http.Request) bool {
	name, _ := splitHost(r.Host)
	return name == uiHost
}

// Port is the port that the server is reached on.
func (s *Server) Port() int { return int(s.port.Load()) }

// origin is the server's address under one of its names, without a slash at the end.
func (s *Server) origin(name string) string { return "http://" + name + ":" + strconv.Itoa(s.Port()) }
