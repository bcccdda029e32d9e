package storybook

import (
	"time"

	"devservers/app"
	"devservers/views"
)

// terminals are the pages of runs. Their terminals stay as they are without script: there is nothing to connect to.
func (t teller) terminals(s views.ShellView) []Story {
	s = withStyles(s, "vendor/xterm-6.0.0.css", "terminal.css")
	code, runs := 1, t.runs()
	live := views.RunView{Now: t.up(t.status("web", app.Ready, "npm run dev")), Time: t.now, Trust: "trusted",
		Page: t.printed()}
	live.Now.URL, live.Now.StartedAt = "http://localhost:5173", t.ago(12*time.Minute)
	live.Run = app.RunInfo{ID: live.Now.Run, Project: "shop", Server: "web", StartedAt: *t.ago(12 * time.Minute),
		Actor: app.Actor{Kind: "mcp", Client: "claude-code"}}
	live.Tabs = []app.Status{live.Now, t.status("worker", app.Starting, "celery"), t.status("mail", app.Failed, "mailpit"),
		t.status("idle", app.Sleeping, "redis-server")}
	live.Row, live.Follow, live.Runs, live.Tab = views.ServerView{Status: live.Now, Now: t.now}, true, runs,
		views.TabTerminal
	ended := live
	ended.Now = t.status("web", app.Failed, "npm run dev")
	ended.Now.Reason = "exited with code 1 after 12m"
	ended.Run.EndedAt, ended.Run.Exit = t.ago(time.Minute), &app.Exit{Code: &code, At: *t.ago(time.Minute)}
	old := ended
	old.Now, old.Run.ID = live.Now, "1qe7aaaaaa"
	ended.Row, ended.Row.Status = live.Row, ended.Now
	old.Follow, old.Row = false, live.Row
	gone, never := live, live
	gone.Run = app.RunInfo{ID: "1qe7000000"}
	never.Run, never.Now.Run, never.Now.State = app.RunInfo{}, "", app.Stopped
	never.Row.Status = never.Now
	errors, list, env := live, live, live
	errors.Tab, list.Tab, env.Tab = views.TabErrors, views.TabRuns, views.TabEnvironment
	errors.Row, errors.Row.Now = t.shop().ServerRows[1], t.now
	errors.Errors = t.described(errors.Row.ErrorList)
	env.Env = []app.EnvVariable{{Name: "PORT", Value: "5173", From: "devservers"},
		{Name: "API_KEY", Value: hostile, Secret: true, From: ".env", Instead: []string{"shell"}, Changed: true}}
	return []Story{
		{"terminal: live", views.RunPage(s, live)},
		{"server: errors", views.RunPage(s, errors)},
		{"server: runs", views.RunPage(s, list)},
		{"server: environment", views.RunPage(s, env)},
		{"terminal: ended", views.RunPage(s, ended)},
		{"terminal: an earlier run", views.RunPage(s, old)},
		{"terminal: not kept", views.NoRun(s, gone, runs)},
		{"terminal: never run", views.NoRun(s, never, nil)},
	}
}

// described returns errors with a place and the code there, the first one new.
func (t teller) described(list views.ErrorList) (rows []views.ErrorRow) {
	for _, e := range list {
		rows = append(rows, views.ErrorRow{Error: e, Run: "1qe7f2ab3m",
			At: views.Place{File: e.File, Line: e.Line, Col: e.Column, Link: "zed://file/" + e.File},
			Excerpt: []views.CodeLine{{Number: 9, Text: "  return ("}, {Number: 10, Text: "    <main>"},
				{Number: 11, Text: hostile, Hit: true}, {Number: 12, Text: "      <Routes />"}}})
	}
	return rows
}

// printed is the output of a server, with colors and a gap.
func (t teller) printed() app.LogPage {
	p := app.LogPage{Gaps: []app.Gap{{From: 1, To: 240}}}
	for i, text := range []string{
		"  \x1b[32;1mVITE\x1b[0m v8.3.4  ready in \x1b[1m312\x1b[0m ms",
		"  \x1b[32m➜\x1b[0m  Local:   \x1b[36mhttp://localhost:5173/\x1b[0m",
		"\x1b[2m12:00:01\x1b[0m \x1b[36m[vite]\x1b[0m hmr update /src/App.vue",
		"\x1b[41;97m ERROR \x1b[0m cannot read 'x' of undefined at /src/main.ts:12:3",
	} {
		p.Lines = append(p.Lines, app.LogLine{Seq: int64(241 + i), Time: t.now, Text: text})
	}
	return p
}
