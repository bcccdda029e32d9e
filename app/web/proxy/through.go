package proxy

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"devservers/app"
	"devservers/app/hosts"
	"devservers/app/web/guard"
)

// Passage passes requests on.
type Passage struct {
	Hosts *hosts.Hosts
	Site  *guard.Site
	Fail  func(http.ResponseWriter, *http.Request, error)
}

// general are the paths of requests that are about a host as a whole when they name it as host=, or a target on it.
var general = map[string]bool{"/api/status": true, "/api/status/stream": true, "/api/projects": true,
	"/api/events": true, "/api/history": true, "/api/search": true}

// Wrap answers requests that are about a host, and leaves the rest to next.
func (p Passage) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, path, query := p.host(r)
		if host == "" {
			next.ServeHTTP(w, r)
			return
		}
		link, err := p.Hosts.Link(host)
		if err == nil {
			err = allowed(link, r)
		}
		if err == nil {
			err = p.pass(w, r, link, path, query)
		}
		if err != nil {
			p.Fail(w, r, err)
		}
	})
}

// host returns the host that a request is about, "" for none, with the escaped path and the query as they are there.
func (p Passage) host(r *http.Request) (host, path string, query url.Values) {
	path, query = r.URL.EscapedPath(), r.URL.Query()
	for _, prefix := range []string{"/api/projects/", "/p/"} {
		if rest, ok := strings.CutPrefix(path, prefix); ok {
			if host, rest, ok := app.CutHost(strings.Replace(rest, "%3A", ":", 1)); ok {
				if rest == "/logs" && r.Method == http.MethodGet { // the page of all logs there
					prefix = ""
				}
				return host, prefix + rest, query
			}
		}
	}
	switch {
	case path == "/api/resolve":
		if host, rest, ok := app.CutHost(query.Get("name")); ok {
			query.Set("name", rest)
			query.Del("near")
			return host, path, query
		}
	case general[path]:
		return hostOfQuery(path, query)
	}
	return "", path, query
}

// hostOfQuery finds the host in a query, and takes it out of it.
func hostOfQuery(path string, query url.Values) (string, string, url.Values) {
	host := query.Get("host")
	query.Del("host")
	for _, key := range []string{"target", "project", "server"} {
		var list []string
		for _, name := range strings.Split(query.Get(key), ",") {
			if on, rest, ok := app.CutHost(name); ok && (host == "" || host == on) {
				host, name = on, rest
			}
			list = append(list, name)
		}
		if query.Has(key) {
			query.Set(key, strings.Join(list, ","))
		}
	}
	if host != "" && path == "/api/search" {
		query.Set("local", "1") // a host leads to no further host
	}
	return host, path, query
}

// allowed refuses agents of this machine unless a person has allowed them the host.
func allowed(link *hosts.Link, r *http.Request) error {
	if guard.ActorOf(r).IsAgent() && !link.ForAgents() {
		return Refused(link.Name())
	}
	return nil
}

// Refused is the error of an agent that may not use a host.
func Refused(host string) error {
	return app.Failf(app.CodeNeedsHuman, "a person can allow it: devservers host allow-agents "+host,
		"agents on this machine can't use the host %s", host)
}

// pass passes on a request of the API, or a terminal's socket, and leads to the pages there.
func (p Passage) pass(w http.ResponseWriter, r *http.Request, link *hosts.Link, path string, query url.Values) error {
	if _, _, further := app.CutHost(query.Get("name")); further || strings.Contains(path, ":") {
		return app.Failf(app.CodeInvalid, "name something on "+link.Name()+" itself", "a host leads to no further host")
	}
	switch {
	case strings.HasPrefix(path, "/api/") && strings.HasSuffix(path, "/exec"):
		return app.Failf(app.CodeInvalid, "declare a task for it there and run that, or run devservers exec on "+link.Name(),
			"exec runs a command on this machine, not on %s", link.Name())
	case strings.HasPrefix(path, "/api/"):
		return p.api(w, r, link, path, query)
	case strings.HasSuffix(path, "/socket") && r.Header.Get("Upgrade") != "":
		return p.socket(w, r, link, path, query)
	case r.Method == http.MethodGet:
		return p.open(w, r, link, path, query)
	}
	return p.button(w, r, link, path)
}

// Called returns what this machine is called where a request comes from: it came through a pipe. Only this user's
// processes reach the Unix socket; a request from anywhere else can't claim it.
func Called(r *http.Request) string {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if name := r.Header.Get(hosts.Header); ok && addr.Network() == "unix" && app.IsHostName(name) {
		return name
	}
	return ""
}

// noAnswer is the error of a host that broke off its answer.
func noAnswer(link *hosts.Link, err error) error {
	if known := app.KnownError(err); known != nil {
		return known
	}
	return app.Failf(app.CodeHostAway, "devservers host check "+link.Name(), "%s did not answer: %v", link.Name(), err)
}
