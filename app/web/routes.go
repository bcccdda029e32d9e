package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"
)

// route is one line of the table. A handler takes what it needs from the request, asks package app, and answers, or
// returns an error; it knows nothing of the router, which only this file does.
type route struct {
	method, path string
	handle       func(w http.ResponseWriter, r *http.Request) error
}

// table is all that the manager answers to. What isFree names needs no credential, everything else does.
func (s *Server) table() []route {
	const (
		get, head, post, del = http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete

		project = "/api/projects/:id"
		server  = project + "/servers/:name"
		task    = project + "/tasks/:name"
	)
	return []route{
		{get, "/healthz", s.health},
		{head, "/healthz", s.health},
		{get, "/", s.home},
		{get, "/login", s.loginPage},
		{post, "/login", s.redeemCode},
		{post, "/logout", s.logout},
		{post, "/signout", s.signOut},
		{get, "/stream", s.stream},
		{get, "/palette", s.palette},
		{get, "/search", s.searchPage},
		{get, "/history", s.historyPage},
		{get, "/settings", s.settingsPage},
		{post, "/settings/access/:id/revoke", s.revokeAction},
		{get, "/p/:id", s.projectPage},
		{get, "/p/:id/trust", s.trustPage},
		{post, "/p/:id/trust", s.trustAction},
		{post, "/p/:id/forget", s.forgetAction},
		{get, "/p/:id/:name/runs", s.runsPage},
		{post, "/p/:id/:name/start", s.startAction},
		{post, "/p/:id/:name/stop", s.act("stop", s.sup.Stop)},
		{post, "/p/:id/:name/restart", s.act("restart", s.sup.Restart)},
		{post, "/p/:id/:name/run", s.act("run", s.sup.RunTask)},
		{post, "/p/:id/:name/pin", s.act("pin", s.pinning(true))},
		{post, "/p/:id/:name/unpin", s.act("unpin", s.pinning(false))},
		{post, "/p/:id/:name/reset-env", s.act("reset-env", s.resetting)},
		{get, "/p/:id/:name/terminal", s.newestTerminal},
		{get, "/p/:id/:name/runs/:run", s.runPage},
		{get, "/p/:id/:name/runs/:run/head", s.runHead},
		{get, "/p/:id/:name/runs/:run/socket", s.terminalSocket},
		{get, "/logs", s.logsPage},
		{get, "/logs/part", s.logsPart},
		{get, "/logs/text", s.logsText},
		{get, "/p/:id/logs", s.logsPage},
		{get, "/p/:id/logs/part", s.logsPart},
		{get, "/p/:id/logs/text", s.logsText},
		{get, "/static/*", s.staticFile},
		{head, "/static/*", s.staticFile},

		{get, "/.well-known/oauth-protected-resource", s.oauth(s.resourceMetadata)},
		{get, "/.well-known/oauth-protected-resource/mcp", s.oauth(s.resourceMetadata)},
		{get, "/.well-known/oauth-protected-resource/mcp/p/:id", s.oauth(s.resourceMetadata)},
		{get, "/.well-known/oauth-authorization-server", s.oauth(s.serverMetadata)},
		{post, "/oauth/register", s.oauth(s.registerClient)},
		{get, "/oauth/authorize", s.consentPage},
		{post, "/oauth/authorize", s.consent},
		{post, "/oauth/token", s.oauth(s.tradeToken)},
		{post, "/oauth/revoke", s.oauth(s.revokeToken)},

		{get, "/mcp", s.mcp},
		{post, "/mcp", s.mcp},
		{del, "/mcp", s.mcp},
		{get, "/mcp/p/:id", s.mcp},
		{post, "/mcp/p/:id", s.mcp},
		{del, "/mcp/p/:id", s.mcp},

		{get, "/api/status", s.managerStatus},
		{get, "/api/openapi.yaml", s.openAPI},
		{get, "/api/status/stream", s.statusStream},
		{get, "/api/events", s.events},
		{get, "/api/happenings", s.happenings},
		{get, "/api/history", s.history},
		{get, "/api/search", s.search},
		{post, "/api/login", s.makeCode},
		{post, "/api/shutdown", s.shutdown},

		{get, "/api/access", s.accessList},
		{post, "/api/access", s.addToken},
		{del, "/api/access/:id", s.revokeAccess},

		{get, "/api/resolve", s.resolve},
		{get, "/api/projects", s.projects},
		{post, "/api/projects", s.register},
		{get, project, s.project},
		{del, project, s.forget},
		{get, project + "/review", s.review},
		{post, project + "/trust", s.trust},

		{get, project + "/patches", s.projectPatches},
		{del, project + "/patches", s.resetProject},

		{get, project + "/edit", s.editVerdict},
		{get, project + "/servers", s.servers},
		{get, server, s.server},
		{post, server + "/start", s.start},
		{post, server + "/stop", s.stop},
		{post, server + "/restart", s.restart},
		{post, server + "/pin", s.pin},
		{post, server + "/unpin", s.unpin},
		{get, server + "/patches", s.patches},
		{post, server + "/patches", s.patch},
		{del, server + "/patches", s.resetPatch},
		{del, server + "/patches/:patch", s.resetPatch},
		{get, server + "/why", s.why},
		{get, server + "/env", s.env},
		{get, server + "/wait", s.wait},
		{get, server + "/logs", s.logs},
		{get, server + "/errors", s.errorDigest},
		{get, server + "/runs", s.runs},
		{post, server + "/input", s.input},
		{post, server + "/resize", s.resize},
		{post, server + "/signal", s.signal},

		{get, project + "/tasks", s.tasks},
		{get, task, s.server},
		{post, task + "/run", s.runTask},
		{post, task + "/stop", s.stop},
		{get, task + "/why", s.why},
		{get, task + "/env", s.env},
		{get, task + "/wait", s.wait},
		{get, task + "/logs", s.logs},
		{get, task + "/errors", s.errorDigest},
		{get, task + "/runs", s.runs},
		{post, task + "/input", s.input},
		{post, task + "/resize", s.resize},
		{post, task + "/signal", s.signal},
	}
}

// isFree tells whether a request needs no credential: whether the manager lives, the ways to sign in, and the files
// that everybody has who has the program. To see the consent page a client's address is enough to be told how to sign
// in; to allow anything takes a session.
func isFree(r *http.Request) bool {
	switch r.URL.Path {
	case "/", "/healthz", "/login", "/oauth/register", "/oauth/token", "/oauth/revoke":
		return true
	case "/oauth/authorize":
		return r.Method == http.MethodGet
	}
	return strings.HasPrefix(r.URL.Path, "/static/") || strings.HasPrefix(r.URL.Path, "/.well-known/")
}

func (s *Server) routes() *echo.Echo {
	e := echo.New()
	e.HTTPErrorHandler = func(err error, c echo.Context) {
		if !c.Response().Committed {
			s.answerError(c.Response(), c.Request(), err)
		}
	}
	for _, row := range s.table() {
		e.Add(row.method, row.path, plain(row.handle))
	}
	return e
}

// plain hands a request over in net/http's words, with the path's parameters as PathValue.
func plain(handle func(http.ResponseWriter, *http.Request) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		for i, name := range c.ParamNames() {
			value, err := paramValue(r, c.ParamValues()[i])
			if err != nil {
				return echo.ErrNotFound
			}
			r.SetPathValue(name, value)
		}
		return handle(c.Response(), r)
	}
}

// paramValue undoes the escapes of a parameter. The router looks at the escaped path where that differs, so that a
// %2F inside of a name separates nothing.
func paramValue(r *http.Request, value string) (string, error) {
	if r.URL.RawPath == "" {
		return value, nil
	}
	return url.PathUnescape(value)
}
