package storybook

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/views"
)

// Story is a view in one of its states, with made-up data.
type Story struct {
	Name string
	Page templ.Component
}

// Stories returns all stories, as of now.
func Stories(now time.Time) []Story {
	t := teller{now: now}
	shell := func(title, active string, projects ...app.ProjectView) views.ShellView {
		s := views.ShellView{Title: title, Active: active, Trouble: views.Trouble(projects)}
		s.Projects, s.More = views.Glances(projects, []views.Ask{{Ref: app.Ref{Project: "shop"}}}, "")
		s.Asks = 1
		return s
	}
	manager := app.ManagerView{Running: true, PID: 4711, URL: "http://localhost:7912", Version: "1.2.3", Up: 4,
		Memory:    21 << 20,
		StartedAt: now.Add(-76 * time.Hour), LogFile: "/home/me/.local/state/devservers/manager.log", StateDir: "/home/me/.local/state/devservers"}
	shop, blog := t.shop(), t.blog()
	all, one := shell("", "servers", shop.ProjectView, blog.ProjectView), shell("blog", "servers", blog.ProjectView)
	troubled := manager
	troubled.Problem = "config.yml:3:1: unknown key `prot`; did you mean `port`?"
	return append(append(t.terminals(one), t.logs(shell("blog: logs", "logs", blog.ProjectView))...), []Story{
		{"servers: every state", views.Servers(all, t.table(manager, "", shop, blog))},
		{"servers: what an edit did", views.Servers(one, t.table(manager, "shop", t.edits()))},
		{"servers: one project", views.Servers(one, t.table(manager, "blog@a-long-branch-name", blog))},
		{"servers: nothing yet", views.Servers(shell("", "servers"),
			t.table(app.ManagerView{Version: "1.2.3", StartedAt: now}, ""))},
		{"servers: problems", views.Servers(all, t.table(troubled, "", t.faulty(), t.untrusted()))},
		{"drawer: overlay and errors", views.Servers(all, t.drawer(manager, 1, shop, blog))},
		{"drawer: a failed start", views.Servers(all, t.drawer(manager, 11, shop, blog))},
		{"trust: new", views.Trust(shell("blog: trust", "servers", blog.ProjectView), t.review("new", ""), "web", false)},
		{"trust: changed", views.Trust(shell("blog: trust", "servers", blog.ProjectView), t.review("changed", storyDiff), "",
			true)},
		{"trust: trusted", views.Trust(shell("blog: trust", "servers", blog.ProjectView), t.review("trusted", ""), "",
			false)},
		{"activity", views.Activity(withStyles(shell("Activity", "history"), "activity.css"), t.activity())},
		{"activity: nothing fits", views.Activity(withStyles(shell("Activity", "history"), "activity.css"),
			views.ActivityView{Ask: views.ActivityAsk{Who: "agents"}, Now: now})},
		{"settings", views.Settings(shell("Settings", "settings"), views.SettingsView{Manager: manager,
			Projects: []app.ProjectView{shop.ProjectView, t.faulty().ProjectView, t.untrusted().ProjectView},
			Agents:   t.agents(), Own: &settings.Settings{Theme: "dark", IdleTimeout: 45 * time.Minute}, Now: now})},
		{"settings: nothing yet", views.Settings(shell("Settings", "settings"), views.SettingsView{Manager: manager,
			Agents: views.AgentsView{Address: "http://localhost:7912/mcp", Now: now}, Own: &settings.Settings{}, Now: now})},
		{"waiting", views.Waiting(shell("What agents want to change", "waiting"), []views.WaitingView{{
			ID: "1", Server: app.Ref{Project: "shop", Name: "web"}, By: app.Actor{Kind: app.ActorMCP, Client: hostile},
			At: now.Add(-time.Minute),
			Change: app.Change{SetEnv: map[string]string{"API_URL": "http://localhost:9000", "PATH": "/opt/bin"},
				UnsetEnv: []string{"DEBUG"}, Port: "auto", Reason: hostile},
			Why: "PATH decides which programs run",
		}}, now)},
		{"waiting: file", views.WaitingFile(shell("A proposed devservers.yml", "waiting"), t.draft(), now)},
		{"waiting: list with a file", views.Waiting(shell("What agents want to change", "waiting"),
			[]views.WaitingView{t.draft()}, now)},
		{"waiting: nothing", views.Waiting(shell("What agents want to change", "waiting"), nil, now)},
		{"problem", views.Problem(shell("Not Found", ""), 404,
			app.Error{Detail: "shop has no server or task \"wbe\"", Hint: "it has web, api", Choices: []string{"web", "api"}},
			"")},
		{"problem: a fault of ours", views.Problem(shell("Internal Server Error", ""), 500,
			app.Error{Detail: "something went wrong in the manager", Hint: "see the manager's log"}, "0badcafe")},
		{"toast", inShell(shell("Settings", "settings"),
			templ.Join(templ.Raw("<h1>Settings</h1>"),
				views.Toast("shop/web is pinned: a person wants it left alone", "unpin it first")))},
		{"sign in", views.SignIn(false)},
		{"signing in", views.Login()},
		{"sign in: for a client", views.SignInFirst("Some Agent", false)},
		{"consent", views.Consent(views.ConsentView{Client: "Some Agent", Host: "127.0.0.1:45981",
			Fields: [][2]string{{"state", "x"}}})},
		{"consent: a strange name", views.Consent(views.ConsentView{Client: "<img src=x onerror=alert(1)>" +
			strings.Repeat("m", 32), Host: "cursor://anysphere.cursor-mcp"})},
		{"consent: refused", views.Refused(app.Error{Detail: "this client is not registered here",
			Hint: "remove devservers from the client and add it again"})},
	}...)
}

// table is a page of groups; all of them if alone is "".
func (t teller) table(m app.ManagerView, alone string, groups ...*views.GroupView) *views.TableView {
	v := &views.TableView{Groups: groups, Alone: alone, Manager: m, Now: t.now}
	for _, g := range groups {
		if views.Unreviewed(g.ProjectView) {
			v.Asks = append(v.Asks, views.Ask{Kind: views.AskReview, Ref: app.Ref{Project: g.ID}})
		}
	}
	if len(groups) > 1 {
		v.Asks = append(v.Asks, views.Ask{Kind: views.AskPinned, ID: "1", Ref: app.Ref{Project: "shop", Name: "web"},
			Client: hostile, Action: "restart"},
			views.Ask{Kind: views.AskConsent, Client: "Claude Code", Path: "/oauth/authorize?x=y"})
	}
	return v
}

// drawer is table with the drawer of a server of the first group.
func (t teller) drawer(m app.ManagerView, server int, groups ...*views.GroupView) *views.TableView {
	v := t.table(m, "", groups...)
	c := groups[0].ServerRows[server]
	for i, text := range []string{"listening", hostile, "GET / 200"} {
		c.Lines = append(c.Lines, app.LogLine{Seq: int64(i), Time: t.now, Text: text})
	}
	v.Open = &c
	return v
}

// inShell puts a fragment into a page.
func inShell(s views.ShellView, fragment templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		return views.Shell(s).Render(templ.WithChildren(ctx, fragment), w)
	})
}

// teller makes up data as of one moment.
type teller struct{ now time.Time }

func (t teller) ago(d time.Duration) *time.Time {
	at := t.now.Add(-d)
	return &at
}

// past is a made-up load: a start, work in waves, a rest.
func (t teller) past() []app.Sample {
	list := make([]app.Sample, 60)
	for i := range list {
		if i < 8 {
			continue
		}
		wave := float64((i*i*7+i*13)%29) / 29
		list[i] = app.Sample{CPU: 4 + 60*wave/(1+float64(i)/20), Memory: int64(90+i/2+int(20*wave)) << 20}
	}
	return list
}

func (t teller) status(name string, state app.State, command string) app.Status {
	return app.Status{
		Project:     "shop",
		Name:        name,
		Kind:        config.KindServer,
		State:       state,
		Since:       t.now.Add(-12 * time.Minute),
		Declaration: app.Declaration{Command: command},
		LastRun:     app.LastRun{Run: "1qe7zmk40b", Actor: &app.Actor{Kind: "cli"}},
	}
}

func (t teller) up(s app.Status) app.Status {
	s.PID, s.Processes, s.CPU, s.Memory, s.StartedAt = 20411, 3, 7.4, 118<<20, t.ago(12*time.Minute)
	return s
}

const storyDiff = "--- devservers.yml, as you saw it\n+++ devservers.yml, now\n@@ -3,3 +3,3 @@\n servers:\n   web:\n" +
	"-    command: npm run dev\n+    command: npm run dev -- --host 0.0.0.0\n"

// withStyles adds the style sheets that a page has besides the common one.
func withStyles(s views.ShellView, names ...string) views.ShellView {
	s.Styles = names
	return s
}
