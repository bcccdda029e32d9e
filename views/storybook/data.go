package storybook

import (
	"strings"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/digest"
	"devservers/app/record/history"
	"devservers/views"
)

// hostile is text that must stay text wherever it is shown.
const hostile = `<img src=x onerror=alert(1)> hx-get="/" </script> ` + "\u202eevil\u202c \u0000"

// shop is a project with a server in every state.
func (t teller) shop() *views.GroupView {
	web := t.up(t.status("web", app.Ready, "npm run dev -- --port $PORT"))
	web.URL, web.Port, web.Pinned = "http://localhost:5173", 5173, true
	api := t.up(t.status("api", app.Ready, "uvicorn shop.main:app --reload --port $PORT"))
	api.URL, api.ConfigChanged, api.Actor = "http://localhost:8000", true, &app.Actor{Kind: "mcp", Client: "Claude Code"}
	api.Overlay, api.ChangedSinceStart = t.patches(), []string{"DATABASE_URL", "DEBUG", "port"}
	api.Errors = 4
	idle := t.now.Add(4*time.Minute + 30*time.Second)
	api.IdleStop = &idle
	starting := t.up(t.status("celery", app.Waiting, "celery -A shop worker"))
	starting.Reason, starting.Since = "needs redis to be ready", t.now.Add(-3*time.Second)
	stopping := t.up(t.status("flower", app.Stopping, "celery -A shop flower"))
	stopping.Reason = "waiting for its processes to end (up to 5s)"
	stopped := t.status("docs", app.Stopped, "mkdocs serve")
	stopped.Run = ""
	crashed := t.status("mailer", app.Failed, "node mailer.js")
	one := 1
	crashed.Exit, crashed.Reason = &app.Exit{Code: &one, At: t.now}, "exited with code 1 after 3m"
	silent := t.up(t.status("search", app.Failing, "python manage.py runserver $PORT"))
	silent.Reason, silent.Errors = "nothing listens on port 8000 since 14:05:12; SyntaxError in shop/urls.py:7: invalid "+
		"syntax", 1
	backoff := t.status("tunnel", app.Failed, "ssh -N tunnel")
	backoff.Reason, backoff.Retry = "exited with code 255 after 0.3s",
		&app.Retry{Attempt: 3, Of: 5, At: t.now.Add(4 * time.Second)}
	asleep := t.status("storybook", app.Sleeping, "npm run storybook")
	asleep.Reason = "stopped because nobody used it; start it again when you need it"
	outside := t.status("redis", app.External, "redis-server --port $PORT")
	outside.Port, outside.Reason = 6379, "port 6379 is served by PID 911 (redis-server *:6379), which is not ours"
	taken := t.status("admin", app.Failed, "python manage.py runserver $PORT")
	taken.Failure = &app.Error{Code: app.CodePortInUse,
		Detail: "port 8001 is held by our own blog/web, 3h old, PID 812 (python manage.py runserver 8001)",
		Hint:   "give api another port (`port: auto` picks a free one)", Owner: &app.PortOwner{Port: 8001, PID: 812,
			Kind: "ours", Server: "blog/web"}}
	failed := t.status("worker", app.Failed, hostile)
	failed.Exit = &app.Exit{Code: &one, At: t.now}
	failed.Failure = &app.Error{Code: app.CodeExited, Detail: "worker exited with code 1 after 0.3s, before it was ready",
		Hint: "full output: devservers logs shop/worker",
		Output: []string{"Traceback (most recent call last):", `  File "worker.py", line 3, in <module>`,
			"ModuleNotFoundError: No module named 'celery'", hostile, strings.Repeat("a very long word", 20)}}
	task := t.status("migrate", app.Stopped, "python manage.py migrate")
	zero := 0
	task.Kind, task.Exit, task.Reason = config.KindTask, &app.Exit{Code: &zero, At: t.now}, "exited with code 0 after 1.4s"
	test := task
	test.State = app.Failed
	test.Name, test.Exit, test.Reason, test.Command = "test", &app.Exit{Code: &one, At: t.now},
		"exited with code 1 after 12s", "pytest -q"
	running := t.up(t.status("build", app.Starting, "npm run build"))
	running.Kind, running.State = config.KindTask, app.Running
	b := &views.GroupView{Home: "/home/me", ProjectView: app.ProjectView{ID: "shop", Path: "/home/me/code/shop",
		Trust: "trusted",
		Servers: []app.Status{web, api, starting, stopping, stopped, silent, crashed, backoff, asleep, outside, taken,
			failed}, Tasks: []app.Status{task, test, running}}}
	b = t.cards(b)
	b.ServerRows[1].ErrorList = []digest.Error{
		{Kind: "python", Level: "error", Message: "KeyError: 'coffee'", File: "shop/cart.py", Line: 9, Count: 12, From: 120,
			Last: 131},
		{Kind: "log", Level: "error", Message: hostile, Count: 1, From: 140, Last: 140},
	}
	return b
}

// patches are an agent's: one sets, one replaces, one hides.
func (t teller) patches() []app.Patch {
	no, yes, hidden := "0", "1 "+hostile, "••••••"
	by := settings.PatchedBy{Kind: "mcp", Client: "Claude Code"}
	patch := func(field string, old, value *string) app.Patch {
		return app.Patch{Patch: settings.Patch{ID: "k3v9qz", Server: "api", Field: field, Old: old, New: value, By: by,
			At: t.now, Reason: "see the SQL"}}
	}
	return []app.Patch{patch("env.SQL_ECHO", nil, &yes), patch("env.DEBUG", &no, &yes),
		patch("env.API_KEY", &hidden, &hidden), patch("env.SENTRY_DSN", &hidden, nil)}
}

// printedAt is evidence that a program printed.
func printedAt(line int64, text string) app.Evidence {
	said := app.Print(text)
	return app.Evidence{Source: app.PrintedByRun, Line: line, Printed: &said}
}

func (t teller) cards(b *views.GroupView) *views.GroupView {
	for _, s := range b.Servers {
		c := views.ServerView{Status: s, Trust: b.Trust, Now: t.now}
		if s.State.Up() {
			c.Past = t.past()
		}
		if s.Name == "worker" {
			c.Why = []app.Finding{{Kind: "module", Problem: "the Python package celery is not installed for the interpreter " +
				"that ran", Fix: ".venv/bin/python -m pip install -r requirements.txt",
				Evidence: []app.Evidence{printedAt(14, "ModuleNotFoundError: No module named 'celery'"),
					{Source: app.Declared, Fact: "the project has requirements.txt"}, printedAt(15, hostile)}}}
		}
		if s.Name == "mailer" {
			c.Last = []string{"connected to smtp.example.test", "Error: connect ECONNREFUSED 127.0.0.1:25"}
		}
		b.ServerRows = append(b.ServerRows, c)
	}
	for _, s := range b.Tasks {
		b.TaskRows = append(b.TaskRows, views.ServerView{Status: s, Trust: b.Trust, Now: t.now})
	}
	return b
}

func (t teller) blog() *views.GroupView {
	web := t.up(t.status("web", app.Ready, "hugo server --port $PORT"))
	web.Project, web.URL = "blog@a-long-branch-name", "http://localhost:1313"
	return t.cards(&views.GroupView{Home: "/home/me",
		ProjectView: app.ProjectView{ID: "blog@a-long-branch-name", Path: "/home/me/code/worktrees/a-long-branch-name/blog",
			Trust: "trusted", Servers: []app.Status{web}}})
}

func (t teller) faulty() *views.GroupView {
	return &views.GroupView{Home: "/home/me", ProjectView: app.ProjectView{ID: "faulty", Path: "/home/me/code/faulty",
		LastAccessed: t.now.Add(-50 * time.Hour),
		Problem: &app.Error{Code: app.CodeConfig, Hint: "fix it, then start it again",
			Detail: "/home/me/code/faulty/devservers.yml:4:5: servers.web.comand: unknown key; did you mean `command`?\n" +
				"    4 |     comand: npm run dev\n      |     ^"}}}
}

func (t teller) untrusted() *views.GroupView {
	s := t.status("web", app.Stopped, "npm run dev")
	s.Project = "fresh"
	return t.cards(&views.GroupView{Home: "/home/me",
		ProjectView: app.ProjectView{ID: "fresh", Path: "/home/me/code/fresh", Trust: "new",
			Warnings: []string{"servers.web: no port is declared"},
			Servers:  []app.Status{s}}})
}

func (t teller) review(state settings.TrustState, diff string) app.Review {
	return app.Review{Project: "blog@a-long-branch-name", File: "/home/me/code/blog/devservers.yml",
		SHA256: strings.Repeat("3fa9c1d2", 8), State: state, Diff: diff,
		Text: "server web\n  command  hugo server --port $PORT\n  runs     /usr/bin/hugo\n"}
}

// draft is a devservers.yml that an agent proposes.
func (t teller) draft() views.WaitingView {
	const found = "project: blog\n\nservers:\n  web: # from package.json: dev\n    command: npm run dev -- --port $PORT\n" +
		"    port: auto # a free one, the same each time; or 5173\n"
	d := app.Draft{Review: t.review("new", ""), Dir: "/home/me/code/blog", Init: found,
		Content: strings.ReplaceAll(found, "npm run dev --", "npm run dev:all --") + "  api:\n    command: go run ./cmd/api\n"}
	d.Change = "diff init proposed\n--- init\n+++ proposed\n@@ -4,4 +4,6 @@\n   web: # from package.json: dev\n" +
		"-    command: npm run dev -- --port $PORT\n+    command: npm run dev:all -- --port $PORT\n" +
		"     port: auto # a free one, the same each time; or 5173\n+  api:\n+    command: go run ./cmd/api\n"
	return views.WaitingView{ID: "k2zsiza7dl", Server: app.Ref{Project: "blog"}, Draft: &d,
		By: app.Actor{Kind: app.ActorMCP, Client: "claude-code"}, Why: "a devservers.yml decides what runs on this machine",
		At: t.now.Add(-2 * time.Minute), Reason: "the API has to run too, or the pages stay empty"}
}

func (t teller) runs() []app.RunInfo {
	zero, one := 0, 1
	list := []app.RunInfo{{ID: "1qe7zmk40b", Actor: app.Actor{Kind: "ui"}, StartedAt: t.now.Add(-12 * time.Minute),
		Bytes: 1 << 20, Lines: 12873}}
	for i, x := range []app.Exit{{Code: &one}, {Code: &zero, Cause: "asked"}, {Signal: "KILL", Cause: "memory"},
		{Code: &zero}} {
		begin := t.now.Add(-time.Duration(i+1) * 7 * time.Hour)
		end := begin.Add(90 * time.Second)
		list = append(list, app.RunInfo{ID: "1qe7zmk40" + string(rune('c'+i)),
			Actor: app.Actor{Kind: "mcp", Client: "Claude Code"}, StartedAt: begin, EndedAt: &end, Exit: &x, Lines: 3, Bytes: 80})
	}
	return list
}

func (t teller) entries() []history.Entry {
	return []history.Entry{
		{Time: t.now, Actor: app.Actor{Kind: "ui"}, Action: "start", Target: "shop/web", Result: "ok", Run: "1qe7zmk40b",
			Duration: 812},
		{Time: t.now.Add(-time.Minute), Actor: app.Actor{Kind: "mcp", Client: "Claude Code " + hostile}, Action: "restart",
			Target: "shop/worker", Result: "exited",
			Detail: "worker exited with code 1 after 0.3s, before it was ready", Duration: 331},
		{Time: t.now.Add(-30 * time.Hour), Actor: app.Actor{Kind: "cli"}, Action: "trust", Target: "shop", Result: "ok",
			Args: map[string]any{"sha256": strings.Repeat("3fa9c1d2", 8)}},
	}
}

func (t teller) agents() views.AgentsView {
	return views.AgentsView{Address: "http://localhost:7912/mcp", Now: t.now,
		Problem: "the connected agents could not be read: the file is now elsewhere", Entries: []access.Entry{
			{ID: "0badcafe01", Kind: access.KindGrant, Name: "Some Agent", Redirect: "127.0.0.1:45981",
				CreatedAt: t.now.Add(-50 * time.Hour), UsedAt: t.ago(time.Minute)},
			{ID: "0badcafe02", Kind: access.KindToken, Name: "night build", CreatedAt: t.now.Add(-time.Hour)},
			{ID: "0badcafe03", Kind: access.KindGrant, Name: "<img src=x onerror=alert(1)>", Redirect: "vscode.dev",
				CreatedAt: t.now},
		}}
}

// activity is rows of all kinds, with what clients may call themselves.
func (t teller) activity() views.ActivityView {
	v := views.ActivityView{Now: t.now}
	none := func(history.Entry) (app.RunInfo, bool) { return app.RunInfo{}, false }
	for _, e := range t.entries() {
		v.Rows = append(v.Rows, views.ActivityOf([]history.Entry{e}, none, t.now))
	}
	v.Rows = append(v.Rows, views.ActivityReads(history.Reads{Actor: app.Actor{Kind: "mcp", Client: "claude-code"},
		From: t.now.Add(-40 * time.Hour), Count: 3, What: map[string]int{"Read errors": 3}, Targets: []string{"shop/web"}}))
	return v
}
