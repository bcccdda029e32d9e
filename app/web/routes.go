package web

import (
	"net/http"
	"slices"
	"sync"

	"devservers/app"
	"devservers/app/record/history"
	"devservers/app/web/proxy"
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

// callers are whose requests a route answers.
type callers bool

// Unknown paths are also for holders: without a credential a client cannot even learn what exists.
const (
	anyone  callers = true
	holders callers = false // those with a credential
)

// table lists everything that the manager answers to. To see the consent page a client's address is enough, which shows
// the person how to sign in; to allow anything takes a session.
func (s *Site) table() []route {
	return slices.Concat(s.pageRoutes(), s.buttonRoutes(), s.lineRoutes(), s.agentRoutes(), s.managerRoutes(),
		s.projectRoutes(), s.environmentRoutes(),
		s.serverRoutes(), s.runRoutes("/api/projects/:id/servers/:name"), s.runRoutes("/api/projects/:id/tasks/:name"))
}

// pageRoutes are the pages, their stream and their files.
func (s *Site) pageRoutes() []route {
	const get, head, post, page = http.MethodGet, http.MethodHead, http.MethodPost, "/p/:id"
	of, pages := s.resolved, s.ui.Pages
	login, files := s.login(), files{sync.OnceValue(readFiles)}
	return []route{
		{anyone, get, "/healthz", health},
		{anyone, head, "/healthz", health},
		{anyone, get, "/devservers.schema.json", schema},
		{anyone, get, "/static/*", files.serve},
		{anyone, head, "/static/*", files.serve},
		{anyone, get, "/", pages.Home},
		{anyone, get, "/login", login.page},
		{anyone, post, "/login", login.redeem},
		{holders, post, "/logout", login.logout},
		{holders, get, "/stream", s.ui.Live.Serve},
		{holders, get, "/groups", pages.Groups},
		{holders, get, "/palette", pages.Palette},
		{holders, get, "/activity", s.ui.Activity.Page},
		{holders, get, "/settings", pages.Settings},
		{holders, get, "/waiting", pages.Waiting},
		{holders, get, "/waiting/:request", pages.WaitingFile},
		{holders, get, page, of(pages.Project)},
		{holders, get, page + "/trust", of(s.ui.Actions.Review)},
		{holders, get, page + "/:name/changed", of(s.ui.Actions.Changed)},
		{holders, get, page + "/environments", of(s.ui.Worktrees.Page)},
		{holders, get, page + "/errors.txt", of(pages.Agent)},
		{holders, get, page + "/:name/errors.txt", of(pages.Agent)},
		{holders, get, page + "/:name", of(pages.Server)},
		{holders, get, page + "/:name/page", of(pages.Server)},
		{holders, get, page + "/:name/drawer", of(pages.Drawer)},
		{holders, get, page + "/:name/runs", of(pages.Runs)},
		{holders, get, page + "/:name/terminal", of(pages.NewestRun)},
		{holders, get, page + "/:name/runs/:run", of(pages.Run)},
		{holders, get, page + "/:name/runs/:run/head", of(pages.RunHead)},
		{holders, get, page + "/:name/runs/:run/socket", of(s.terminals.Socket)},
	}
}

// buttonRoutes are the buttons of the pages.
func (s *Site) buttonRoutes() []route {
	const post, page = http.MethodPost, "/p/:id"
	of, buttons, login, agents := s.resolved, s.ui.Actions, s.login(), s.agents()
	return []route{
		{holders, post, "/signout", login.signOut},
		{holders, post, "/settings/access/:id/revoke", settingsButton(agents.revoke)},
		{holders, post, "/settings/access/:id/allow", settingsButton(agents.allow)},
		{holders, post, "/many/:action", ofAll(formed(buttons.Many))},
		{holders, post, "/asks/refuse", ofAll(formed(buttons.Refuse))},
		{holders, post, "/settings/projects", ofAll(formed(buttons.AddProject))},
		{holders, post, "/settings/set", ofAll(formed(buttons.Set))},
		{holders, post, "/waiting/:request/allow", buttons.AllowChange},
		{holders, post, "/waiting/:request/refuse", buttons.RefuseChange},
		{holders, post, page + "/trust", of(formed(buttons.Trust))},
		{holders, post, page + "/forget", of(buttons.Forget)},
		{holders, post, page + "/environments", of(formed(s.ui.Worktrees.Up))},
		{holders, post, page + "/environments/remove", of(formed(s.ui.Worktrees.Down))},
		{holders, post, page + "/open", of(buttons.Open)},
		{holders, post, page + "/:name/start", of(formed(buttons.Start))},
		{holders, post, page + "/:name/stop", of(buttons.Button(history.Stop, s.sup.Stop))},
		{holders, post, page + "/:name/restart", of(buttons.Button(history.Restart, s.sup.Restart))},
		{holders, post, page + "/:name/run", of(formed(buttons.Run))},
		{holders, post, page + "/:name/set-env", of(formed(buttons.SetEnv))},
		{holders, post, page + "/:name/pin", of(buttons.Button(history.Pin, buttons.Pin(true)))},
		{holders, post, page + "/:name/unpin", of(buttons.Button(history.Unpin, buttons.Pin(false)))},
		{holders, post, page + "/:name/mute", of(formed(buttons.Mute(history.Mute)))},
		{holders, post, page + "/:name/unmute", of(formed(buttons.Mute(history.Unmute)))},
		{holders, post, page + "/:name/adopt", of(buttons.Button(history.Adopt, buttons.Adopt))},
		{holders, post, page + "/:name/port", of(buttons.Button(history.SetEnv, buttons.Port))},
		{holders, post, page + "/:name/reset-env", of(buttons.Button(history.ResetEnv, buttons.ResetPatches))},
	}
}

// lineRoutes are the pages of merged logs.
func (s *Site) lineRoutes() []route {
	const get, page = http.MethodGet, "/p/:id"
	of, lines := s.resolved, s.ui.Logs
	return []route{
		{holders, get, "/logs", ofAll(lines.Page)},
		{holders, get, "/logs/part", ofAll(lines.Part)},
		{holders, get, "/logs/lines", ofAll(lines.Lines)},
		{holders, get, "/logs/text", ofAll(lines.Text)},
		{holders, get, "/logs/strip", ofAll(lines.Strip)},
		{holders, get, "/logs/line", ofAll(lines.Line)},
		{holders, get, page + "/logs", of(lines.Page)},
		{holders, get, page + "/logs/part", of(lines.Part)},
		{holders, get, page + "/logs/text", of(lines.Text)},
		{holders, get, page + "/logs/strip", of(lines.Strip)},
		{holders, get, page + "/logs/line", of(lines.Line)},
	}
}

// agentRoutes are what agents need: MCP, and OAuth to get in.
func (s *Site) agentRoutes() []route {
	const get, post, del, known = http.MethodGet, http.MethodPost, http.MethodDelete, "/.well-known"
	return []route{
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
	}
}

// managerRoutes are the requests of the API about the manager and all of its servers.
func (s *Site) managerRoutes() []route {
	const get, post, del = http.MethodGet, http.MethodPost, http.MethodDelete
	manager, events, agents := managerAPI{s.sup, s.o.History, s.o.Shutdown}, eventAPI{s.sup, s.streams}, s.agents()
	hosts := proxy.Manage{Hosts: s.o.Hosts, History: s.o.History}
	return []route{
		{holders, get, "/api/status", manager.status},
		{holders, get, "/api/openapi.yaml", openAPI},
		{holders, get, "/api/status/stream", events.statuses},
		{holders, get, "/api/events", events.list},
		{holders, get, "/api/history", manager.past},
		{holders, get, "/api/search", s.output().search},
		{holders, post, "/api/login", s.login().makeCode},
		{holders, post, "/api/shutdown", manager.shutdown},
		{holders, get, "/api/https", s.httpsStatus},
		{holders, post, "/api/https", s.changeHTTPS},
		{holders, get, "/api/hosts", hosts.List},
		{holders, post, "/api/hosts", ofAll(given(http.StatusOK, hosts.Add))},
		{holders, del, "/api/hosts/:host", hosts.Remove},
		{holders, post, "/api/hosts/:host/check", ofAll(given(http.StatusOK, hosts.Check))},
		{holders, post, "/api/hosts/:host/agents", ofAll(given(http.StatusOK, hosts.Allow))},
		{holders, get, "/api/access", agents.list},
		{holders, post, "/api/access", ofAll(given(http.StatusCreated, agents.add))},
		{holders, post, "/api/access/own", ofAll(given(http.StatusOK, agents.own))},
		{holders, del, "/api/access/:id", quiet(agents.revoke)},
		{holders, post, "/api/access/:id/allow", quiet(agents.allow)},
	}
}

// projectRoutes are the requests about projects.
func (s *Site) projectRoutes() []route {
	const get, post, del, project = http.MethodGet, http.MethodPost, http.MethodDelete, "/api/projects/:id"
	of, projects := s.resolved, s.projects()
	return []route{
		{holders, get, "/api/resolve", projects.resolve},
		{holders, get, "/api/projects", projects.list},
		{holders, post, "/api/projects", projects.register},
		{holders, get, project, of(answering(projects.one))},
		{holders, del, project, of(projects.forget)},
		{holders, get, project + "/review", of(answering(projects.review))},
		{holders, post, project + "/trust", of(given(http.StatusOK, projects.trust))},
		{holders, get, project + "/patches", of(answering(projects.patches))},
		{holders, del, project + "/patches", of(projects.resetPatches)},
		{holders, get, project + "/edit", of(projects.edit)},
		{holders, get, project + "/servers", of(answering(projects.servers))},
		{holders, get, project + "/tasks", of(answering(projects.tasks))},
		{holders, get, project + "/errors", of(projects.errors)},
		{holders, get, project + "/runs", of(projects.runs)},
	}
}

// serverRoutes are the requests that servers and tasks don't share.
func (s *Site) serverRoutes() []route {
	const get, post, del, project = http.MethodGet, http.MethodPost, http.MethodDelete, "/api/projects/:id"
	const server, task = project + "/servers/:name", project + "/tasks/:name"
	of, projects, servers := s.resolved, s.projects(), s.servers()
	return []route{
		{holders, post, server + "/start", of(servers.operate(history.Start, s.sup.Start))},
		{holders, post, server + "/restart", of(servers.operate(history.Restart, s.sup.Restart))},
		{holders, post, server + "/pin", of(servers.pin(history.Pin))},
		{holders, post, server + "/unpin", of(servers.pin(history.Unpin))},
		{holders, post, server + "/adopt", of(servers.adopt)},
		{holders, get, server + "/picture", of(projects.picture)},
		{holders, get, server + "/patches", of(answering(projects.patches))},
		{holders, post, server + "/patches", of(given(http.StatusOK, servers.patch))},
		{holders, del, server + "/patches", of(projects.resetPatches)},
		{holders, del, server + "/patches/:patch", of(projects.resetPatches)},
		{holders, post, task + "/run", of(servers.operate(history.Run, s.sup.RunTask))},
	}
}

// runRoutes are the requests about a server or a task, whose path is one.
func (s *Site) runRoutes(one string) []route {
	const get, post = http.MethodGet, http.MethodPost
	of, servers, output := s.resolved, s.servers(), s.output()
	return []route{
		{holders, get, one, of(answering(s.sup.Status))},
		{holders, post, one + "/stop", of(servers.operate(history.Stop, s.sup.Stop))},
		{holders, get, one + "/why", of(servers.why)},
		{holders, get, one + "/changed", of(answering(servers.changed))},
		{holders, get, one + "/env", of(servers.env)},
		{holders, get, one + "/wait", of(servers.wait)},
		{holders, get, one + "/logs", of(output.logs)},
		{holders, get, one + "/errors", of(output.errors)},
		{holders, get, one + "/runs", of(answering(func(ref app.Ref) (any, error) { return s.sup.Kept.List(ref), nil }))},
		{holders, post, one + "/input", of(s.terminals.Input)},
		{holders, post, one + "/resize", of(s.terminals.Resize)},
		{holders, post, one + "/signal", of(s.terminals.Signal)},
	}
}
