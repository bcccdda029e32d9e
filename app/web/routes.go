package web

import (
	"net/http"

	"devservers/app"
	"devservers/app/history"
)

// A handler answers a request, or returns an error.
type handler func(w http.ResponseWriter, r *http.Request) error

// A targeted handler answers a request about the project, server or task that its path names.
type targeted func(w http.ResponseWriter, r *http.Request, ref app.Ref) error

// route is one row of the table.
type route struct {
	who          callers
	method, path string
	handle       handler
}

// callers says whose requests a route answers.
type callers bool

// Unknown paths are for holders, too: without a credential a client cannot even learn what exists.
const (
	anyone  callers = true
	holders callers = false // those with a credential
)

// table lists everything that the manager answers to. To see the consent page a client's address is enough, which shows
// the person how to sign in; to allow anything takes a session.
func (s *Server) table() []route {
	const (
		get, head, post, del = http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete

		project = "/api/projects/:id"
		server  = project + "/servers/:name"
		task    = project + "/tasks/:name"
		page    = "/p/:id"
		known   = "/.well-known"
	)
	of := s.resolved
	manager := managerAPI{s.sup, s.o.History, s.o.Shutdown}
	projects := s.projects()
	servers := serverAPI{s.sup, s.o.Wait, s.o.Why, s.o.History}
	output := logAPI{s.sup, s.o.Logs, s.o.Edits, s.streams, s.problems}
	events := eventAPI{s.sup, s.streams}
	agents := accessAPI{s.o.Access, s.o.History}
	login := login{s.site, s.sessions, s.oauth}
	pages, lines, buttons := s.ui.Pages, s.ui.Logs, s.ui.Actions
	files := newFiles()
	return []route{
		{anyone, get, "/healthz", health},
		{anyone, head, "/healthz", health},
		{anyone, get, "/static/*", files.serve},
		{anyone, head, "/static/*", files.serve},

		{anyone, get, "/", pages.Home},
		{anyone, get, "/login", login.page},
		{anyone, post, "/login", login.redeem},
		{holders, post, "/logout", login.logout},
		{holders, post, "/signout", login.signOut},
		{holders, get, "/stream", s.ui.Live.Serve},
		{holders, get, "/palette", pages.Palette},
		{holders, get, "/search", pages.Search},
		{holders, get, "/history", pages.Past},
		{holders, get, "/settings", pages.Settings},
		{holders, post, "/settings/access/:id/revoke", agents.revokeButton},
		{holders, get, page, of(pages.Project)},
		{holders, get, page + "/trust", of(pages.Trust)},
		{holders, post, page + "/trust", of(buttons.Trust)},
		{holders, post, page + "/forget", of(buttons.Forget)},
		{holders, get, page + "/:name/runs", of(pages.Runs)},
		{holders, post, page + "/:name/start", of(buttons.Start)},
		{holders, post, page + "/:name/stop", of(buttons.Button(history.Stop, s.sup.Stop))},
		{holders, post, page + "/:name/restart", of(buttons.Button(history.Restart, s.sup.Restart))},
		{holders, post, page + "/:name/run", of(buttons.Button(history.Run, s.sup.RunTask))},
		{holders, post, page + "/:name/pin", of(buttons.Button(history.Pin, buttons.Pin(true)))},
		{holders, post, page + "/:name/unpin", of(buttons.Button(history.Unpin, buttons.Pin(false)))},
		{holders, post, page + "/:name/reset-env", of(buttons.Button(history.ResetEnv, buttons.ResetPatches))},
		{holders, get, page + "/:name/terminal", of(pages.NewestRun)},
		{holders, get, page + "/:name/runs/:run", of(pages.Run)},
		{holders, get, page + "/:name/runs/:run/head", of(pages.RunHead)},
		{holders, get, page + "/:name/runs/:run/socket", of(s.terminals.Socket)},
		{holders, get, "/logs", ofAll(lines.Page)},
		{holders, get, "/logs/part", ofAll(lines.Part)},
		{holders, get, "/logs/text", ofAll(lines.Text)},
		{holders, get, page + "/logs", of(lines.Page)},
		{holders, get, page + "/logs/part", of(lines.Part)},
		{holders, get, page + "/logs/text", of(lines.Text)},

		{anyone, get, known + "/oauth-protected-resource", s.oauth.ResourceMetadata},
		{anyone, get, known + "/oauth-protected-resource/mcp", s.oauth.ResourceMetadata},
		{anyone, get, known + "/oauth-protected-resource/mcp/p/:id", s.oauth.ResourceMetadata},
		{anyone, get, known + "/oauth-authorization-server", s.oauth.ServerMetadata},
		{anyone, get, known + "/*", notFound}, // clients look for other documents, too, before they ask for access
		{anyone, post, "/oauth/register", s.oauth.Register},
		{anyone, get, "/oauth/authorize", s.oauth.ConsentPage},
		{holders, post, "/oauth/authorize", s.oauth.Consent},
		{anyone, post, "/oauth/token", s.oauth.Trade},
		{anyone, post, "/oauth/revoke", s.oauth.Revoke},

		{holders, get, "/mcp", s.mcp},
		{holders, post, "/mcp", s.mcp},
		{holders, del, "/mcp", s.mcp},
		{holders, get, "/mcp/p/:id", s.mcp},
		{holders, post, "/mcp/p/:id", s.mcp},
		{holders, del, "/mcp/p/:id", s.mcp},

		{holders, get, "/api/status", manager.status},
		{holders, get, "/api/openapi.yaml", openAPI},
		{holders, get, "/api/status/stream", events.statuses},
		{holders, get, "/api/events", events.list},
		{holders, get, "/api/happenings", events.happenings},
		{holders, get, "/api/history", manager.past},
		{holders, get, "/api/search", output.search},
		{holders, post, "/api/login", login.makeCode},
		{holders, post, "/api/shutdown", manager.shutdown},

		{holders, get, "/api/access", agents.list},
		{holders, post, "/api/access", agents.add},
		{holders, del, "/api/access/:id", agents.remove},

		{holders, get, "/api/resolve", projects.resolve},
		{holders, get, "/api/projects", projects.list},
		{holders, post, "/api/projects", projects.register},
		{holders, get, project, of(projects.one)},
		{holders, del, project, of(projects.forget)},
		{holders, get, project + "/review", of(projects.review)},
		{holders, post, project + "/trust", of(projects.trust)},
		{holders, get, project + "/patches", of(projects.patches)},
		{holders, del, project + "/patches", of(projects.resetPatches)},
		{holders, get, project + "/edit", of(projects.edit)},

		{holders, get, project + "/servers", of(projects.servers)},
		{holders, get, server, of(servers.one)},
		{holders, post, server + "/start", of(servers.operate(history.Start, s.sup.Start))},
		{holders, post, server + "/stop", of(servers.operate(history.Stop, s.sup.Stop))},
		{holders, post, server + "/restart", of(servers.operate(history.Restart, s.sup.Restart))},
		{holders, post, server + "/pin", of(servers.pin)},
		{holders, post, server + "/unpin", of(servers.unpin)},
		{holders, get, server + "/patches", of(projects.patches)},
		{holders, post, server + "/patches", of(servers.patch)},
		{holders, del, server + "/patches", of(projects.resetPatches)},
		{holders, del, server + "/patches/:patch", of(projects.resetPatches)},
		{holders, get, server + "/why", of(servers.why)},
		{holders, get, server + "/env", of(servers.env)},
		{holders, get, server + "/wait", of(servers.wait)},
		{holders, get, server + "/logs", of(output.logs)},
		{holders, get, server + "/errors", of(output.errors)},
		{holders, get, server + "/runs", of(servers.runs)},
		{holders, post, server + "/input", of(s.terminals.Input)},
		{holders, post, server + "/resize", of(s.terminals.Resize)},
		{holders, post, server + "/signal", of(s.terminals.Signal)},

		{holders, get, project + "/tasks", of(projects.tasks)},
		{holders, get, task, of(servers.one)},
		{holders, post, task + "/run", of(servers.operate(history.Run, s.sup.RunTask))},
		{holders, post, task + "/stop", of(servers.operate(history.Stop, s.sup.Stop))},
		{holders, get, task + "/why", of(servers.why)},
		{holders, get, task + "/env", of(servers.env)},
		{holders, get, task + "/wait", of(servers.wait)},
		{holders, get, task + "/logs", of(output.logs)},
		{holders, get, task + "/errors", of(output.errors)},
		{holders, get, task + "/runs", of(servers.runs)},
		{holders, post, task + "/input", of(s.terminals.Input)},
		{holders, post, task + "/resize", of(s.terminals.Resize)},
		{holders, post, task + "/signal", of(s.terminals.Signal)},
	}
}
